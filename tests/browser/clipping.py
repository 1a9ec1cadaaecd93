"""What of a page's texts cannot be read: cut by the window or by a box, or under another text."""

from tests.browser.looks import TOO_WIDE
from tests.browser.visitor import Visitor

FAULTS = """(root) => {
  const page = document.querySelector(root ?? '.table-page');
  const isLong = Boolean(root);
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '';
  const isShown = (one) => one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })
    && !one.closest('.unseen, svg, [inert], .board-place, .board, option') && getComputedStyle(one).clipPath === 'none';
  const rectOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const isName = (one) => one.closest('.who, .chances-name, .accuracy-name, .past-name, select') !== null;
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
      if (isWide && style.overflowX === 'auto') return false;
      const isTall = box.bottom > bottom + 1 || box.top < top - 1;
      if ((isHiding(style.overflowX) && isWide) || (isHiding(style.overflowY) && isTall))
        faults.push(`cut: ${named(one)}`);
    }
    return true;
  };
  const seen = leaves.filter(isSeen);
  for (const { one, box } of seen) {
    const isBeside = box.right > document.documentElement.clientWidth + 1 || box.left < -1;
    if (isBeside || (!isLong && (box.bottom > innerHeight + 1 || box.top < -1)))
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
"""Names of players may be shortened; what a list scrolls to is not there yet; the map has its own tests. A page that is
named, by a selector, may be longer than the window."""
REST_MILLISECONDS = (30, 300, 1000)
WINDOWS = {True: [(360, 740), (390, 844)], False: [(1366, 768), (1920, 1080)]}
"""What is looked through: phones where fingers press, else a laptop and a big screen."""
PRESSED = "a, button, summary, select, .choice-row label"
STUBBY = """([pressed, least]) => [...document.querySelectorAll(pressed)].flatMap((one) => {
  const isSeen = one.checkVisibility({ checkVisibilityCSS: true }) && !one.closest('.unseen, [inert], .notices');
  const isInText = one.matches('.place') || getComputedStyle(one).display === 'inline';
  const { width, height } = one.getBoundingClientRect();
  return isSeen && !isInText && width > 1 && height < least ? [`${one.outerHTML.slice(0, 120)} is ${height} high`] : [];
})"""
FINGER = 43.5
"""The least height of what a finger presses, in pixels, unless it stands in a line of text: 44, but for rounding."""


def cut_texts_of(visitor: Visitor, root: str) -> list[str]:
    """What cannot be read of a page that scrolls, or pressed by a finger, in small windows and in large ones."""
    page = visitor.page
    usual = page.viewport_size
    assert usual is not None
    faults: list[str] = []
    for width, height in WINDOWS[visitor.is_touching]:
        page.set_viewport_size({"width": width, "height": height})
        faults += [f"{width} x {height}: {fault}" for fault in settled(visitor, root)]
    page.set_viewport_size(usual)
    return faults


def settled(visitor: Visitor, root: str) -> list[str]:
    """What is still wrong after a moment in which a busy machine may lay the page out."""
    page = visitor.page
    found: list[str] = []
    for rest in REST_MILLISECONDS:
        page.wait_for_timeout(rest)
        found = ["scrolls to the side"] if page.evaluate(TOO_WIDE) > 0 else []
        found += page.evaluate(FAULTS, root) + (page.evaluate(STUBBY, [PRESSED, FINGER]) if visitor.is_touching else [])
        if not found:
            break
    return found
