/**
 * Converts typed text to upper case and returns the new caret position.
 * Removes the spaces of codes, and moves the caret back by the removed spaces before it.
 */
export function uppercaseAndMoveCaret(text: string, caret: number, { code }: { code: boolean }) {
  const normalize = (part: string) => (code ? part.replace(/\s/g, '') : part).toUpperCase()
  return { text: normalize(text), caret: normalize(text.slice(0, caret)).length }
}
