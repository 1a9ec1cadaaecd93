/** A position in the middle of a game of five computer players, for the picture on the home page. */

/** What the picture shows. */
export const SCENE_FIELDS = ['R13', 'R9', 'R18', 'R27', 'R4'];

/** @type {import('../types.js').View} */
export const SCENE = {
  seat: null,
  turn: 62,
  to_move: 'c',
  phase: 'knight',
  is_over: false,
  is_ending: false,
  landmarks: {
    A: 'city4', B: 'city2', C: 'city2', D: 'castle', E: 'church', F: 'city3', G: 'city3', H: 'city2', I: 'church',
    J: 'city3', K: 'city4', L: 'church', M: 'church', N: 'city4', O: 'city2', P: 'castle', Q: 'castle', R: 'church',
    S: 'church', T: 'castle', U: 'castle', V: 'city4', W: 'castle', X: 'city3', Y: 'castle', Z: 'church',
  },
  knights: {
    L2: 'a', L3: 'a', R3: 'a', R4: 'a', L6: 'a', L7: 'a', R7: 'd', L8: 'e', L9: 'e', L10: 'e', R10: 'c', L11: 'e',
    R11: 'a', R13: 'b', L14: 'd', R14: 'b', L15: 'd', L16: 'b', L17: 'b', R17: 'b', R18: 'b', R20: 'd', L21: 'd',
    R21: 'd', L22: 'd', R23: 'c', R24: 'c', L26: 'e', L27: 'e', R27: 'd', L28: 'e', R28: 'd', L29: 'b', R31: 'e',
    L32: 'b', L33: 'a', R35: 'a', L36: 'b', R36: 'c', L37: 'b', L38: 'b', R38: 'c', R39: 'c', W41: 'a', R41: 'c',
    L42: 'e', R42: 'c', R43: 'c', R46: 'e', R47: 'a', R48: 'a', L49: 'e', R49: 'e', L50: 'c', R51: 'c', R52: 'c',
    L53: 'd', L54: 'd',
  },
  garrisons: {
    D: 'd', P: 'e', Q: 'a', T: 'c', U: 'c', W: 'c', Y: 'c',
  },
  bastions: ['R9', 'R12', 'L30', 'R40', 'L41', 'R45', 'R50'],
  seats: [],
  duchies: [
    { name: 'L2', fields: ['L2', 'L3'], knights: {'a': 2}, sites: ['A'], duke: 'a', leader: 'a', worth: 5,
      has_bishop: false, at: [788, 294] },
    { name: 'R3', fields: ['R3', 'R4'], knights: {'a': 2}, sites: ['B'], duke: 'a', leader: 'a', worth: 3,
      has_bishop: false, at: [668, 70] },
    { name: 'L6', fields: ['L6', 'L7', 'L8', 'L9', 'L10', 'L11'], knights: {'a': 2, 'e': 4}, sites: ['C', 'E', 'G'],
      duke: 'e', leader: 'e', worth: 7, has_bishop: true, at: [444, 277] },
    { name: 'R7', fields: ['R7'], knights: {'d': 2}, sites: ['D'], duke: 'd', leader: 'd', worth: 2, has_bishop:
      false, at: [485, 22] },
    { name: 'R10', fields: ['R10', 'R11'], knights: {'a': 1, 'c': 1}, sites: ['F'], duke: 'a', leader: null, worth:
      4, has_bishop: false, at: [190, 34] },
    { name: 'R13', fields: ['R13', 'R14'], knights: {'b': 2}, sites: ['H'], duke: 'b', leader: 'b', worth: 3,
      has_bishop: false, at: [17, 421] },
    { name: 'L14', fields: ['L14', 'L15', 'L16', 'L17'], knights: {'b': 2, 'd': 2}, sites: ['I'], duke: 'd', leader:
      null, worth: 2, has_bishop: true, at: [267, 422] },
    { name: 'R17', fields: ['R17', 'R18'], knights: {'b': 2}, sites: ['J'], duke: 'b', leader: 'b', worth: 4,
      has_bishop: false, at: [136, 743] },
    { name: 'R20', fields: ['R20', 'R21'], knights: {'d': 2}, sites: ['K'], duke: 'd', leader: 'd', worth: 5,
      has_bishop: false, at: [534, 588] },
    { name: 'L21', fields: ['L21', 'L22'], knights: {'d': 2}, sites: ['L'], duke: 'd', leader: 'd', worth: 2,
      has_bishop: true, at: [351, 390] },
    { name: 'R23', fields: ['R23', 'R24'], knights: {'c': 2}, sites: ['M'], duke: 'c', leader: 'c', worth: 2,
      has_bishop: true, at: [570, 526] },
    { name: 'L26', fields: ['L26', 'L27', 'L28', 'L29'], knights: {'b': 1, 'e': 3}, sites: ['N', 'O'], duke: 'e',
      leader: 'e', worth: 7, has_bishop: false, at: [839, 454] },
    { name: 'R27', fields: ['R27', 'R28'], knights: {'d': 2}, sites: [], duke: 'd', leader: 'd', worth: 1,
      has_bishop: false, at: [1048, 605] },
    { name: 'R31', fields: ['R31'], knights: {'e': 2}, sites: ['P'], duke: 'e', leader: 'e', worth: 2, has_bishop:
      false, at: [1085, 327] },
    { name: 'L32', fields: ['L32', 'L33'], knights: {'a': 2, 'b': 1}, sites: ['Q'], duke: 'a', leader: 'a', worth:
      2, has_bishop: false, at: [920, 149] },
    { name: 'R35', fields: ['R35', 'R36', 'R43'], knights: {'a': 1, 'c': 3}, sites: ['R', 'W'], duke: 'c', leader:
      'c', worth: 3, has_bishop: true, at: [1138, 289] },
    { name: 'L36', fields: ['L36', 'L37', 'L38'], knights: {'b': 3}, sites: ['S'], duke: 'b', leader: 'b', worth: 2,
      has_bishop: true, at: [1417, 183] },
    { name: 'R38', fields: ['R38', 'R39'], knights: {'c': 3}, sites: ['T'], duke: 'c', leader: 'c', worth: 2,
      has_bishop: false, at: [1255, 424] },
    { name: 'W41', fields: ['W41', 'R41', 'R42'], knights: {'a': 1, 'c': 3}, sites: ['U'], duke: 'c', leader: 'c',
      worth: 2, has_bishop: false, at: [1241, 649] },
    { name: 'L42', fields: ['L42', 'L49', 'L50'], knights: {'c': 2, 'e': 2}, sites: ['V', 'Y'], duke: 'c', leader:
      null, worth: 6, has_bishop: false, at: [1264, 952] },
    { name: 'R46', fields: ['R46', 'R47', 'R48', 'R49'], knights: {'a': 2, 'e': 2}, sites: ['X'], duke: 'a', leader:
      null, worth: 4, has_bishop: false, at: [1084, 716] },
    { name: 'R51', fields: ['R51', 'R52'], knights: {'c': 2}, sites: ['Z'], duke: 'c', leader: 'c', worth: 2,
      has_bishop: true, at: [981, 756] },
    { name: 'L53', fields: ['L53', 'L54'], knights: {'d': 2}, sites: [], duke: 'd', leader: 'd', worth: 1,
      has_bishop: false, at: [768, 971] },
  ],
  hand: [],
  deck_size: 0,
  discard: [],
  moves: [],
  last: null,
  result: null,
};
