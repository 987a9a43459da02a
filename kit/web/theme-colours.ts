// Keeps colours that a user chose readable (WCAG 1.4.3): 4.5:1 for text on them and for them on the page.

export const DEFAULT_HEADER = '#3e82f7'
export const DEFAULT_ACCENT = '#0958d9'

const CONTRAST_MIN = 4.5
type Rgb = [number, number, number]

/** Black or white, whichever reads better on this background. */
export function textOn(background: string) {
  const dark = contrast([0, 0, 0], rgb(background)) >= contrast([255, 255, 255], rgb(background))
  return dark ? 'rgba(0, 0, 0, 0.88)' : '#ffffff'
}

/** The colour itself if it reads on the page's background, else the nearest one that does. */
export function readable(colour: string, background: string) {
  const page = rgb(background)
  const target = farFrom(page)
  for (let step = 0; step <= 20; step++) {
    const nearer = mixed(rgb(colour), target, step / 20)
    if (contrast(nearer, page) >= CONTRAST_MIN) return hex(nearer)
  }
  return hex(target)
}

/** The colour a little further from the page: under the mouse it reads better, never worse. */
export function stronger(colour: string, background: string, share: number) {
  const target = farFrom(rgb(background))
  return hex(mixed(rgb(colour), target, share))
}

const farFrom = (page: Rgb): Rgb =>
  contrast([0, 0, 0], page) > contrast([255, 255, 255], page) ? [0, 0, 0] : [255, 255, 255]
const mixed = (one: Rgb, other: Rgb, share: number) =>
  one.map((part, i) => Math.round(part + ((other[i] ?? 0) - part) * share)) as Rgb
const hex = (colour: Rgb) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
const rgb = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb

function contrast(one: Rgb, other: Rgb) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Rgb) {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
