const LENGTH = 10
const GROUP = 5

/** As it is printed and read out: capitals, two groups of five; whatever was typed or pasted around it is left out. */
export function inGroups(typed: string): string {
  const letters = lettersOf(typed)
  return letters.length > GROUP ? `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}` : letters
}

export const lettersOf = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, LENGTH)

export const isWhole = (typed: string) => lettersOf(typed).length === LENGTH
