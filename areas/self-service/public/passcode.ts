const LENGTH = 10
const GROUP = 5

/** Formats a passcode that was typed or pasted: capitals in two groups of five, without other characters. */
export function formatPasscode(typed: string): string {
  const letters = passcodeLetters(typed)
  return letters.length > GROUP ? `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}` : letters
}

export const passcodeLetters = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, LENGTH)

export const isComplete = (typed: string) => passcodeLetters(typed).length === LENGTH
