/** Files that a page gives to a person. */

/**
 * Give the person a file.
 * @param {string|Blob} content
 * @param {string} name
 * @param {string} type
 */
export function saveFile(content, name, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
