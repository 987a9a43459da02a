// What a spreadsheet may take for a formula, in whatever width and behind whatever blanks it is written.
const formula = /^['\s\p{Cc}\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^['\s]*[\t\r\n]/u

/**
 * Text that no spreadsheet runs: an apostrophe goes before what it might take for a formula. Text that has one already
 * gets another, so that `asTyped` finds back exactly what was there.
 */
export const harmless = (text: string) => (formula.test(text) ? `'${text}` : text)

/** Takes off the apostrophe that `harmless` put there, and no other. */
export const asTyped = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)
