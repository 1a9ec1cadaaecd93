/* The page for when the server cannot be reached: in one's language, until it answers again. A classic script. */
{
  const PAUSE = 3000;
  const wishes = [kept(), ...navigator.languages].map((wish) => wish.toLowerCase().split('-')[0]);
  const languages = [...document.querySelectorAll('section[lang]')];
  const shown = wishes.map((wish) => languages.find((one) => one.getAttribute('lang') === wish)).find(Boolean);
  for (const one of languages) one.toggleAttribute('hidden', shown !== undefined && one !== shown);
  if (shown) document.documentElement.lang = shown.getAttribute('lang') ?? 'en';

  /** The language that was chosen before. */
  function kept() {
    try {
      return String(JSON.parse(localStorage.getItem('rheinlaender.language') ?? '""'));
    } catch {
      return '';
    }
  }

  /** Show the page that was wanted, as soon as it can be had. */
  async function look() {
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
    else setTimeout(look, PAUSE);
  }

  for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => location.reload());
  addEventListener('online', () => location.reload());
  setTimeout(look, PAUSE);
}
