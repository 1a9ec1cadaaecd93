/*
 * The service worker. It shows calls, which come from a page or from the browser's push service. It keeps one page, for
 * when the server cannot be reached; all else comes from the network, so that nothing that is kept hides what is newer.
 * A classic script; the server writes in front of it what is kept, by its digest, so that a browser keeps it anew
 * whenever it changes.
 */
{
  const worker = /** @type {any} */ (self);
  const kept = /** @type {Record<string, string>} */ (worker.kept);
  const [OFFLINE] = Object.keys(kept);
  const PREFIX = 'rheinlaender ';
  const NAME = PREFIX + Object.values(kept).join(' ');

  worker.addEventListener('install', (/** @type {any} */ event) => {
    event.waitUntil(keepAll().then(() => worker.skipWaiting()));
  });

  worker.addEventListener('activate', (/** @type {any} */ event) => {
    event.waitUntil(takeOver());
  });

  worker.addEventListener('fetch', (/** @type {any} */ event) => {
    const isKept = new URL(event.request.url).pathname in kept;
    if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(() => keptAs(OFFLINE)));
    else if (isKept) event.respondWith(fetch(event.request).catch(() => keptAs(event.request)));
  });

  worker.addEventListener('push', (/** @type {any} */ event) => {
    event.waitUntil(hear(event.data?.json()));
  });

  worker.addEventListener('message', (/** @type {any} */ event) => {
    event.waitUntil(show(event.data));
  });

  worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });

  async function keepAll() {
    const cache = await caches.open(NAME);
    await cache.addAll(Object.keys(kept).map((path) => new Request(path, { cache: 'no-cache' })));
  }

  /** Serve the pages that are open, too, and let go of what older workers have kept. */
  async function takeOver() {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  }

  /** @param {string|Request} asked */
  async function keptAs(asked) {
    const cache = await caches.open(NAME);
    return (await cache.match(asked)) ?? Response.error();
  }

  /** @typedef {{kind: string, table: string, title: string, body: string, language: string}} Call */

  /**
   * Show a call of the server, unless somebody looks at the table.
   * @param {Call} call
   */
  async function hear(call) {
    const open = await pages();
    if (open.some((page) => page.visibilityState === 'visible' && isAt(page, pathOf(call)))) return;
    await show(call);
  }

  /**
   * A newer call of a table takes the place of the older one.
   * @param {Call} call
   */
  function show(call) {
    const { title, body, language } = call;
    const looks = { icon: '/pictures/icon-192.png', badge: '/pictures/icon-192.png' };
    const tag = { tag: call.table, renotify: true };
    return worker.registration.showNotification(title, { body, lang: language, data: pathOf(call), ...looks, ...tag });
  }

  /**
   * Go to a page that is open, or open it.
   * @param {string} path
   */
  async function open(path) {
    const found = (await pages()).find((page) => isAt(page, path));
    await (found ? found.focus() : worker.clients.openWindow(path));
  }

  /** @returns {Promise<any[]>} */
  function pages() {
    return worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  }

  /**
   * @param {{url: string}} page
   * @param {string} path
   */
  function isAt(page, path) {
    return new URL(page.url).pathname === path;
  }

  /** @param {Call} call */
  function pathOf(call) {
    return `/table/${call.table}`;
  }
}
