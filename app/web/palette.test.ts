import { readFileSync } from 'node:fs'
import { theme } from 'antd'
import { describe, expect, test } from 'vitest'
import { DEFAULT_ACCENT, DEFAULT_HEADER } from '#kit/web/theme.tsx'
import { type ColourPalette, colourPalettes } from './palette.ts'
import { contrastRatio, iconColourOn } from './theme-colours.ts'
import { buildTheme, mixHeaderColour } from './theme-tokens.ts'

// WCAG 2.2 requires 4.5 for text, and 3 for icons, large text and the edges of controls.

type Pair = [what: string, colour: string, on: string, least: number]

const pairsOf = (palette: ColourPalette): Pair[] => {
  const backgrounds = {
    page: palette.page,
    surface: palette.surface,
    raised: palette.raised,
    sunken: palette.sunken,
    hover: palette.hover,
  }
  return [
    ...Object.entries(backgrounds).flatMap(([name, background]): Pair[] => [
      [`ink on ${name}`, palette.ink, background, 4.5],
      [`second text on ${name}`, palette.ink2, background, 4.5],
      [`meta text on ${name}`, palette.ink3, background, 4.5],
      [`link on ${name}`, palette.accentInk, background, 4.5],
      [`accent on ${name}`, palette.accent, background, 4.5],
      [`success on ${name}`, palette.success, background, 4.5],
      [`warning on ${name}`, palette.warning, background, 4.5],
      [`danger on ${name}`, palette.danger, background, 4.5],
    ]),
    ['words on accent', palette.onAccent, palette.accent, 4.5],
    ['words on accent, hover', palette.onAccent, palette.accentHover, 4.5],
    ['words on accent, pressed', palette.onAccent, palette.accentActive, 4.5],
    ['link on soft accent', palette.accentInk, palette.accentSoft, 4.5],
    ['ink on soft accent', palette.ink, palette.accentSoft, 4.5],
    ['meta text on soft accent', palette.ink3, palette.accentSoft, 4.5],
    ['success on its soft', palette.success, palette.successSoft, 4.5],
    ['warning on its soft', palette.warning, palette.warningSoft, 4.5],
    ['danger on its soft', palette.danger, palette.dangerSoft, 4.5],
    ...palette.data.map((colour, index): Pair => [`data ${index + 1} on surface`, colour, palette.surface, 3]),
  ]
}

const contrasts = Object.entries(colourPalettes).flatMap(([name, palette]) =>
  [...pairsOf(palette), headerPair(name)].map(([label, colour, background, minimum]) => ({
    pair: `${name}: ${label}`,
    contrast: Math.round(contrastRatio(colour, background) * 100) / 100,
    least: minimum,
  })),
)

function headerPair(name: string): Pair {
  const background = mixHeaderColour(DEFAULT_HEADER, name === 'dark')
  return ['signs on the bar', iconColourOn(background), background, 3]
}

test('palette: every combination of colours that the app uses has sufficient contrast', () => {
  // Print all contrasts, so that a changed colour shows its effect on every combination.
  for (const { pair, contrast, least: minimum } of contrasts)
    console.info(`${contrast.toFixed(2).padStart(5)} (least ${minimum})  ${pair}`)
  expect(contrasts.filter(({ contrast, least: minimum }) => contrast < minimum)).toEqual([])
})

describe.each([false, true])('antd components, dark mode: %s', (dark) => {
  const tokens = theme.getDesignToken(buildTheme({ dark, header: DEFAULT_HEADER, accent: DEFAULT_ACCENT }))
  test.each([
    ['colorPrimary', 'colorBgContainer'],
    ['colorLink', 'colorBgContainer'],
    ['colorSuccess', 'colorSuccessBg'],
    ['colorWarning', 'colorWarningBg'],
    ['colorError', 'colorErrorBg'],
    ['colorInfo', 'colorInfoBg'],
    ['colorTextPlaceholder', 'colorBgContainer'],
    ['colorTextDescription', 'colorBgLayout'],
    ['colorTextLightSolid', 'colorPrimary'],
  ] as const)('antd: %s on %s has sufficient contrast', (colour, background) => {
    expect(contrastRatio(String(tokens[colour]), String(tokens[background]))).toBeGreaterThanOrEqual(4.5)
  })
})

test.each(['#ffff00', '#0f766e', '#be123c', '#888888'])(
  'palette: the accent %s keeps sufficient contrast',
  (accent) => {
    for (const dark of [false, true]) {
      const tokens = theme.getDesignToken(buildTheme({ dark, header: DEFAULT_HEADER, accent }))
      expect(contrastRatio(tokens.colorPrimary, tokens.colorBgContainer)).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(tokens.colorTextLightSolid, tokens.colorPrimary)).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(tokens.colorLink, tokens.colorPrimaryBg)).toBeGreaterThanOrEqual(4.5)
    }
  },
)

describe('colours in the stylesheet tokens.css', () => {
  const css = readFileSync(new URL('../../kit/web/tokens.css', import.meta.url), 'utf8')
  const valuesOf = (selector: string) =>
    Object.fromEntries(
      css
        .split(/(?<=\})\s*/)
        .filter((rule) =>
          rule
            .replace(/\/\*[\s\S]*?\*\//g, '')
            .trim()
            .startsWith(`${selector} {`),
        )
        .flatMap((rule) => [...rule.matchAll(/--([\w-]+): (#[\da-f]+);/g)].map(([, name, value]) => [name!, value!])),
    )
  test.each([
    ['light', colourPalettes.light, ':where(html)', ':root'],
    ['dark', colourPalettes.dark, ':where(html[data-theme="dark"])', '[data-theme="dark"]'],
  ])('stylesheet: the %s colours are those of the palette', (_, palette, librarySelector, ownSelector) => {
    expect(valuesOf(librarySelector)).toMatchObject({
      'ant-color-text': palette.ink,
      'ant-color-text-secondary': palette.ink2,
      'ant-color-text-description': palette.ink3,
      'ant-color-primary': palette.accent,
      'ant-color-primary-hover': palette.accentHover,
      'ant-color-link': palette.accentInk,
      'ant-color-text-light-solid': palette.onAccent,
      'ant-color-error': palette.danger,
      'ant-color-success': palette.success,
      'ant-color-warning': palette.warning,
      'ant-color-border': palette.border,
      'ant-color-border-secondary': palette.line,
      'ant-color-bg-container': palette.surface,
      'ant-color-bg-layout': palette.page,
    })
    expect(valuesOf(ownSelector)).toEqual({
      'carat-sunken': palette.sunken,
      'carat-hover': palette.hover,
      'carat-before': palette.before,
      'carat-no-tag': palette.noTag,
      ...Object.fromEntries(palette.data.map((colour, index) => [`carat-data-${index + 1}`, colour])),
    })
  })
})
