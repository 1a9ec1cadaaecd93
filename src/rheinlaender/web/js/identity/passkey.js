/**
 * A passkey seals the key of an identity, in the browser: the server keeps what it cannot open.
 *
 * A passkey works out the same secret from the same salt every time (WebAuthn's extension `prf`), and that secret opens
 * the seal. So the server has nothing to verify.
 */

import { ask } from '../api.js';
import { base64url, newKey } from '../secrets.js';
import { identity, passkeys } from './sync.js';

const PATH = '/api/identity/passkeys';
const SALT = new TextEncoder().encode('rheinlaender identity');
const NONCE_BYTES = 12;
/** ES256 and RS256, which all authenticators know. */
const ALGORITHMS = [-7, -257];
/** The answers of a browser by which somebody has changed their mind, or has no such passkey. */
const GIVEN_UP = ['NotAllowedError', 'AbortError'];

/** A passkey that cannot seal anything. */
export class PasskeyTooOld extends Error {}

/** Whether this page may ask for passkeys: only pages that came encrypted, or from this machine, by a name. */
export function canHavePasskeys() {
  const { hostname } = location;
  return isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(hostname);
}

/** Make a passkey that opens the identity of this browser; false where the person gives it up. */
export function addPasskey() {
  return unlessGivenUp(async () => {
    const own = /** @type {import('./sync.js').Identity} */ (identity.peek());
    const made = await makePasskey(own.name);
    const sealed = await seal(own.key, await secretOf(made));
    const known = await ask('PUT', `${PATH}/${await nameOf(made)}`, { secret: own.key, body: { sealed } });
    passkeys.value = known.passkeys;
  });
}

/** @param {string} passkey that is to open the identity no more */
export async function removePasskey(passkey) {
  const own = identity.peek();
  if (own) passkeys.value = (await ask('DELETE', `${PATH}/${passkey}`, { secret: own.key })).passkeys;
}

/**
 * Ask for a passkey, and hand over the key that it opens; false where the person gives it up.
 * @param {(key: string) => Promise<void>} use
 */
export function openByPasskey(use) {
  return unlessGivenUp(async () => {
    const found = await choosePasskey([]);
    const { sealed } = await ask('GET', `${PATH}/${await nameOf(found)}`);
    await use(await unseal(sealed, await secretOf(found)));
  });
}

/** @param {() => Promise<void>} work */
async function unlessGivenUp(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof DOMException && GIVEN_UP.includes(error.name)) return false;
    throw error;
  }
}

/** @param {string} name @returns {Promise<PublicKeyCredential>} */
async function makePasskey(name) {
  const shown = name || document.title;
  const publicKey = {
    challenge: bytesOf(newKey()),
    rp: { name: 'Rheinländer' },
    user: { id: bytesOf(newKey()), name: shown, displayName: shown },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: /** @type {const} */ ('public-key'), alg })),
    authenticatorSelection: {
      residentKey: /** @type {const} */ ('required'),
      userVerification: /** @type {const} */ ('required'),
    },
    extensions: { prf: { eval: { first: SALT } } },
  };
  return /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
}

/**
 * @param {BufferSource[]} ids of those that may be chosen; none: any of this house
 * @returns {Promise<PublicKeyCredential>}
 */
async function choosePasskey(ids) {
  const publicKey = {
    challenge: bytesOf(newKey()),
    allowCredentials: ids.map((id) => ({ type: /** @type {const} */ ('public-key'), id })),
    userVerification: /** @type {const} */ ('required'),
    extensions: { prf: { eval: { first: SALT } } },
  };
  return /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }));
}

/**
 * The secret of a passkey. Some tell it only when they are asked once more after they were made.
 * @param {PublicKeyCredential} passkey
 * @returns {Promise<BufferSource>}
 */
async function secretOf(passkey) {
  const { prf } = passkey.getClientExtensionResults();
  if (prf?.results?.first) return prf.results.first;
  if (!prf?.enabled) throw new PasskeyTooOld();
  return secretOf(await choosePasskey([passkey.rawId]));
}

/** @param {PublicKeyCredential} passkey what the server knows it by */
async function nameOf(passkey) {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', passkey.rawId)));
}

/** @param {BufferSource} secret */
async function cipherOf(secret) {
  const raw = await crypto.subtle.digest('SHA-256', secret);
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** @param {string} key @param {BufferSource} secret */
async function seal(key, secret) {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const hidden = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await cipherOf(secret),
    new TextEncoder().encode(key),
  );
  return base64url(new Uint8Array([...iv, ...new Uint8Array(hidden)]));
}

/** @param {string} sealed @param {BufferSource} secret */
async function unseal(sealed, secret) {
  const read = bytesOf(sealed);
  const cipher = { name: 'AES-GCM', iv: read.slice(0, NONCE_BYTES) };
  const key = await crypto.subtle.decrypt(cipher, await cipherOf(secret), read.slice(NONCE_BYTES));
  return new TextDecoder().decode(key);
}

/** @param {string} text in base64url */
function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
