// Keeps colours that a user chose readable (WCAG 1.4.3): 4.5:1 for text on them and for them on the page.

const TEXT_CONTRAST_MIN = 4.5
/** Of signs, of large text, and of what is drawn (WCAG 1.4.11). */
const SIGN_CONTRAST_MIN = 3
type Rgb = [number, number, number]

/** Black or white, whichever reads better on this background. */
export const textOn = (background: string) =>
  contrastOf('#000000', background) >= contrastOf('#ffffff', background) ? '#000000' : '#ffffff'

/** White where signs and large letters can be made out on this background, else black. */
export const signOn = (background: string) =>
  contrastOf('#ffffff', background) >= SIGN_CONTRAST_MIN ? '#ffffff' : textOn(background)

/** The colour itself if it reads on the page's background, else the nearest one that does. */
export function readable(colour: string, background: string) {
  const target = farFrom(background)
  for (let step = 0; step <= 20; step++) {
    const nearer = mixed(colour, target, step / 20)
    if (contrastOf(nearer, background) >= TEXT_CONTRAST_MIN) return nearer
  }
  return target
}

/** The colour a little further from the page: under the mouse it reads better, never worse. */
export const stronger = (colour: string, background: string, share: number) => mixed(colour, farFrom(background), share)

/** The first colour with this share of the second in it. */
export const mixed = (one: string, other: string, share: number) =>
  hex(rgb(one).map((part, i) => Math.round(part + ((rgb(other)[i] ?? 0) - part) * share)) as Rgb)

/** How far two colours stand apart, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string) {
  const [brighter = 0, darker = 0] = [luminance(rgb(one)), luminance(rgb(other))].sort((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

const farFrom = (page: string) => (contrastOf('#000000', page) > contrastOf('#ffffff', page) ? '#000000' : '#ffffff')
const hex = (colour: Rgb) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
const rgb = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb

function luminance(colour: Rgb) {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
