"""What of a table's texts cannot be read: cut by the window or by a box, or under another text."""

FAULTS = """() => {
  const page = document.querySelector('.table-page');
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '';
  const isShown = (one) => one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })
    && !one.closest('.unseen, svg, [inert], .board-place') && getComputedStyle(one).clipPath === 'none';
  const rectOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const isName = (one) => one.closest('.who') !== null;
  const leaves = [...page.querySelectorAll('*')]
    .filter((one) => [...one.childNodes].some(isText) && isShown(one))
    .map((one) => ({ one, box: isName(one) ? one.getBoundingClientRect() : rectOf([...one.childNodes].find(isText)) }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const named = (one) => `${one.className || one.tagName} "${one.textContent.trim().slice(0, 40)}"`;
  const faults = [];
  const isHiding = (value) => value === 'hidden' || value === 'clip';
  const isSeen = ({ one, box }) => {
    for (let around = one.parentElement; around && around !== page.parentElement; around = around.parentElement) {
      const style = getComputedStyle(around);
      const { left, right, top, bottom } = around.getBoundingClientRect();
      const isScrolled = style.overflowY === 'auto' || style.overflowY === 'scroll';
      if (isScrolled && (box.bottom < top + 1 || box.top > bottom - 1)) return false;
      if (isScrolled && (box.bottom > bottom + 1 || box.top < top - 1)) return false;
      const isWide = box.right > right + 1 || box.left < left - 1;
      const isTall = box.bottom > bottom + 1 || box.top < top - 1;
      if ((isHiding(style.overflowX) && isWide) || (isHiding(style.overflowY) && isTall))
        faults.push(`cut: ${named(one)}`);
    }
    return true;
  };
  const seen = leaves.filter(isSeen);
  for (const { one, box } of seen) {
    if (box.right > innerWidth + 1 || box.left < -1 || box.bottom > innerHeight + 1 || box.top < -1)
      faults.push(`outside the window: ${named(one)}`);
    const style = getComputedStyle(one);
    if (isHiding(style.overflowX) && one.scrollWidth > one.clientWidth + 1 && !isName(one))
      faults.push(`cut in itself: ${named(one)} ${one.scrollWidth} in ${one.clientWidth}`);
  }
  const isOver = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  seen.forEach(({ one, box }, place) => {
    for (const other of seen.slice(place + 1))
      if (!one.contains(other.one) && !other.one.contains(one) && isOver(box, other.box))
        faults.push(`${named(one)} over ${named(other.one)}`);
  });
  return [...new Set(faults)];
}"""
"""Names of players may be shortened; what a list scrolls to is not there yet; the map has its own tests."""
