/** Pan and zoom: the plane is moved by a transform, without drawing anything again. */

/** @typedef {import('./places.js').Point} Point */
/** @typedef {{scale: number, x: number, y: number}} Look where the plane is: enlarged, then shifted, in pixels */

const CLOSEST = 7;
const STEP = 1.5;
const SETTLED = 180;
const FROM_BUTTON = 1.6;

/** A plane that can be moved under a window. */
export class Zoom {
  /**
   * @param {HTMLElement} frame the window
   * @param {HTMLElement} plane what moves under it
   * @param {number} ratio width of the plane by its height
   * @param {(scale: number, width: number) => void} onScale told whenever the scale or the plane's width has changed
   */
  constructor(frame, plane, ratio, onScale) {
    this.frame = frame;
    this.plane = plane;
    this.ratio = ratio;
    this.onScale = onScale;
    /** @type {Look} */
    this.look = { scale: 1, x: 0, y: 0 };
    this.width = 0;
    this.height = 0;
    /** how often it was moved, by whomever */
    this.moves = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.settling = undefined;
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(frame);
    this.fit();
  }

  close() {
    this.observer.disconnect();
    clearTimeout(this.settling);
  }

  /** Make the plane as large as the window takes; what is seen stays in the middle. */
  fit() {
    const { clientWidth, clientHeight } = this.frame;
    const width = Math.min(clientWidth, clientHeight * this.ratio);
    const change = this.width ? width / this.width : 1;
    this.width = width;
    this.height = width / this.ratio;
    this.plane.style.width = `${this.width}px`;
    this.plane.style.height = `${this.height}px`;
    this.show({ scale: this.look.scale, x: this.look.x * change, y: this.look.y * change });
    this.onScale(this.look.scale, this.width);
  }

  /** @param {Look} look */
  show(look) {
    const scale = Math.min(CLOSEST, Math.max(1, look.scale));
    const { clientWidth, clientHeight } = this.frame;
    const x = clamped(look.x, clientWidth, this.width * scale);
    const y = clamped(look.y, clientHeight, this.height * scale);
    const hasScaled = scale !== this.look.scale;
    this.look = { scale, x, y };
    this.plane.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    if (hasScaled) this.onScale(scale, this.width);
  }

  /** Between the first and the last step of a movement the plane is moved as a picture; then it is drawn sharply. */
  stir() {
    this.moves += 1;
    this.plane.classList.add('is-moving');
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.plane.classList.remove('is-moving', 'is-gliding'), SETTLED * 2);
  }

  /** @param {number} dx @param {number} dy in pixels */
  panBy(dx, dy) {
    this.stir();
    this.plane.classList.remove('is-gliding');
    this.show({ ...this.look, x: this.look.x + dx, y: this.look.y + dy });
  }

  /**
   * Enlarge around a point of the window, which stays where it is.
   * @param {number} factor
   * @param {Point} [at] in pixels from the window's corner; its middle when left out
   * @param {boolean} [isGliding]
   */
  zoomBy(factor, at = this.middle(), isGliding = false) {
    this.stir();
    this.plane.classList.toggle('is-gliding', isGliding);
    const scale = Math.min(CLOSEST, Math.max(1, this.look.scale * factor));
    const grown = scale / this.look.scale;
    this.show({ scale, x: at[0] - (at[0] - this.look.x) * grown, y: at[1] - (at[1] - this.look.y) * grown });
  }

  closer() {
    this.zoomBy(FROM_BUTTON, undefined, true);
  }

  farther() {
    this.zoomBy(1 / FROM_BUTTON, undefined, true);
  }

  /** Show the whole plane. */
  whole() {
    this.zoomBy(1 / CLOSEST, undefined, true);
  }

  /** @param {WheelEvent} event */
  turnWheel(event) {
    const pixels = event.deltaY * (event.deltaMode === 1 ? 32 : 1);
    const strength = event.ctrlKey ? 0.01 : 0.0016;
    const factor = Math.min(STEP, Math.max(1 / STEP, Math.exp(-pixels * strength)));
    this.zoomBy(factor, this.pointOf(event));
  }

  /**
   * Bring a part of the plane, given in shares of it, into the middle.
   * @param {[number, number, number, number]} box left, top, width, height, each from 0 to 1
   * @param {number} most how much it may be enlarged for that
   */
  bring([left, top, width, height], most) {
    const { clientWidth, clientHeight } = this.frame;
    const fitting = Math.min(clientWidth / (width * this.width), clientHeight / (height * this.height));
    const scale = Math.max(1, Math.min(fitting, most, CLOSEST));
    this.stir();
    this.plane.classList.add('is-gliding');
    this.show({
      scale,
      x: clientWidth / 2 - (left + width / 2) * this.width * scale,
      y: clientHeight / 2 - (top + height / 2) * this.height * scale,
    });
  }

  /**
   * Whether a part of the plane, given in shares of it, is in the window.
   * @param {[number, number, number, number]} box
   */
  sees([left, top, width, height]) {
    const { scale, x, y } = this.look;
    const [wide, tall] = [this.width * scale, this.height * scale];
    return (
      left * wide + x >= 0 &&
      (left + width) * wide + x <= this.frame.clientWidth &&
      top * tall + y >= 0 &&
      (top + height) * tall + y <= this.frame.clientHeight
    );
  }

  /** @returns {Point} */
  middle() {
    return [this.frame.clientWidth / 2, this.frame.clientHeight / 2];
  }

  /**
   * Where a pointer is, from the window's corner.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Point}
   */
  pointOf({ clientX, clientY }) {
    const { left, top } = this.frame.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }
}

/**
 * A shift that leaves no gap at an edge; what is smaller than the window stays in its middle.
 * @param {number} shift
 * @param {number} room
 * @param {number} size
 */
function clamped(shift, room, size) {
  return size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, shift));
}
