// Keeps user-chosen colours readable as text on the page and as background of text (WCAG 1.4.3: 4.5:1).

const TEXT_CONTRAST_MIN = 4.5
/** The minimum contrast of icons, large text and graphics with their background (WCAG 1.4.11). */
const SIGN_CONTRAST_MIN = 3
type Rgb = [number, number, number]

/** Returns black or white, whichever has more contrast on the background. */
export const textColourOn = (background: string) =>
  contrastRatio('#000000', background) >= contrastRatio('#ffffff', background) ? '#000000' : '#ffffff'

/** Returns white if icons and large text have enough contrast on the background, else the result of textColourOn. */
export const iconColourOn = (background: string) =>
  contrastRatio('#ffffff', background) >= SIGN_CONTRAST_MIN ? '#ffffff' : textColourOn(background)

/** Returns the given colour if it is readable on the background, else the nearest readable colour. */
export function toReadable(colour: string, background: string) {
  const target = oppositeOf(background)
  for (let step = 0; step <= 20; step++) {
    const candidate = mixColours(colour, target, step / 20)
    if (contrastRatio(candidate, background) >= TEXT_CONTRAST_MIN) return candidate
  }
  return target
}

/** Moves a colour away from the background, for hover states. The contrast never decreases. */
export const increaseContrast = (colour: string, background: string, share: number) =>
  mixColours(colour, oppositeOf(background), share)

/** Mixes the given share of the second colour into the first. */
export const mixColours = (first: string, second: string, share: number) =>
  hex(rgb(first).map((part, i) => Math.round(part + ((rgb(second)[i] ?? 0) - part) * share)) as Rgb)

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastRatio(first: string, second: string) {
  const [brighter = 0, darker = 0] = [luminance(rgb(first)), luminance(rgb(second))].sort((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

const oppositeOf = (page: string) =>
  contrastRatio('#000000', page) > contrastRatio('#ffffff', page) ? '#000000' : '#ffffff'
const hex = (colour: Rgb) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
const rgb = (colour: string) => [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16)) as Rgb

function luminance(colour: Rgb) {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
