const LENGTH = 10
const GROUP = 5

/** Formats a passcode that was typed or pasted: capitals in two groups of five, without other characters. */
export function formatTypedPasscode(typed: string): string {
  const letters = extractPasscodeLetters(typed)
  return letters.length > GROUP ? `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}` : letters
}

export const extractPasscodeLetters = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, LENGTH)

export const isCompletePasscode = (typed: string) => extractPasscodeLetters(typed).length === LENGTH
