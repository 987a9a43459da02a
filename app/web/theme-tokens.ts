import { type ThemeConfig, theme } from 'antd'
import { DEFAULT_ACCENT } from '#kit/web/theme.tsx'
import { type ColourPalette, colourPalettes } from './palette.ts'
import { iconColourOn, increaseContrast, mixColours, textColourOn, toReadable } from './theme-colours.ts'

// Sets antd's theme in our colours, including hover, pressed and soft backgrounds, because antd's own are too faint.
// In dark mode antd dims some colours by about a seventh; `palette.test.ts` checks the dimmed colours.

type Choice = { dark: boolean; header: string; accent: string; still?: boolean }

export function buildTheme({ dark, header, accent, still = false }: Choice): ThemeConfig {
  const palette = withAccent(dark ? colourPalettes.dark : colourPalettes.light, accent, dark)
  const headerColour = mixHeaderColour(header, dark)
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    // The key of the theme is fixed, so that our stylesheets can use the same CSS variables.
    cssVar: { key: 'carat' },
    token: { ...shape, ...colours(palette), motion: !still },
    components: {
      Layout: {
        headerBg: headerColour,
        headerColor: iconColourOn(headerColour),
        headerHeight: 52,
        headerPadding: '0 16px',
        siderBg: palette.surface,
        lightSiderBg: palette.surface,
        bodyBg: palette.page,
        footerBg: 'transparent',
        footerPadding: '16px 24px',
      },
      Menu: {
        itemHeight: 36,
        itemBorderRadius: 6,
        itemSelectedBg: palette.accentSoft,
        itemSelectedColor: palette.accentInk,
        subMenuItemSelectedColor: palette.accentInk,
        horizontalItemSelectedColor: palette.accentInk,
        subMenuItemBg: 'transparent',
        iconSize: 18,
        activeBarBorderWidth: 0,
      },
      Card: { headerHeight: 48, headerFontSize: 15, headerPadding: 20, bodyPadding: 20 },
      Button: {
        fontWeight: 500,
        primaryShadow: 'none',
        dangerShadow: 'none',
        primaryColor: palette.onAccent,
        dangerColor: dark ? palette.page : palette.surface,
        paddingInline: 14,
        paddingInlineLG: 20,
      },
      Table: {
        headerBg: palette.sunken,
        headerColor: palette.ink2,
        headerSplitColor: 'transparent',
        cellFontSize: 13,
        cellPaddingInline: 12,
        cellPaddingBlock: 6,
        rowHoverBg: palette.hover,
        rowSelectedBg: palette.accentSoft,
        rowSelectedHoverBg: increaseContrast(palette.accentSoft, palette.page, 0.04),
        borderColor: palette.line,
        selectionColumnWidth: 44,
      },
      Tabs: {
        horizontalItemPadding: '10px 12px',
        horizontalItemGutter: 4,
        itemColor: palette.ink2,
        itemSelectedColor: palette.ink,
        itemActiveColor: palette.accentInk,
        inkBarColor: palette.accent,
      },
      Segmented: { trackBg: palette.hover, trackPadding: 2, itemSelectedBg: dark ? '#2a3242' : palette.surface },
      Form: { labelFontSize: 12, labelColor: palette.ink2, verticalLabelPadding: '0 0 4px', itemMarginBottom: 16 },
      Modal: { titleFontSize: 18 },
      Notification: { width: 400 },
      Avatar: { containerSizeLG: 56, textFontSize: 12, textFontSizeLG: 18 },
      Pagination: { itemSize: 28 },
      Progress: { remainingColor: palette.line },
      Breadcrumb: { fontSize: 12, linkColor: palette.ink2, itemColor: palette.ink3, separatorColor: palette.ink3 },
    },
  }
}

/** Returns the colour of the header: the chosen one in light mode, mixed with the dark page colour in dark mode. */
export const mixHeaderColour = (header: string, dark: boolean) =>
  dark ? mixColours(colourPalettes.dark.page, header, 0.42) : header

/** Returns the palette with the accent colour that the user chose, changed as far as readability requires. */
function withAccent(palette: ColourPalette, accent: string, dark: boolean): ColourPalette {
  if (accent === DEFAULT_ACCENT) return palette
  // In dark mode antd dims the accent by a seventh, so its contrast is checked on a lighter background.
  const readableAccent = toReadable(accent, dark ? '#333333' : palette.surface)
  const softAccent = mixColours(palette.surface, readableAccent, dark ? 0.16 : 0.08)
  return {
    ...palette,
    accent: readableAccent,
    accentHover: increaseContrast(readableAccent, palette.surface, 0.15),
    accentActive: increaseContrast(readableAccent, palette.surface, 0.3),
    onAccent: textColourOn(dark ? mixColours(readableAccent, '#000000', 0.14) : readableAccent),
    accentSoft: softAccent,
    accentLine: mixColours(palette.surface, readableAccent, dark ? 0.4 : 0.25),
    accentInk: toReadable(readableAccent, dark ? mixColours(softAccent, '#ffffff', 0.25) : softAccent),
  }
}

const INTER = "'Inter Variable', Inter"
const LATIN = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans'"

const shape = {
  // The language of the page selects the Chinese or Japanese font (`--carat-letters` in tokens.css).
  fontFamily: `${INTER}, var(--carat-letters, ${LATIN}), ${LATIN}, sans-serif`,
  fontSize: 14,
  fontSizeSM: 12,
  lineHeight: 20 / 14,
  fontSizeHeading1: 22,
  lineHeightHeading1: 28 / 22,
  fontSizeHeading2: 15,
  lineHeightHeading2: 20 / 15,
  fontWeightStrong: 600,
  borderRadius: 6,
  borderRadiusSM: 4,
  borderRadiusLG: 10,
  controlHeight: 36,
  controlHeightSM: 32,
  controlHeightLG: 44,
  controlOutlineWidth: 3,
  motionDurationFast: '0.12s',
  motionDurationMid: '0.16s',
  motionDurationSlow: '0.2s',
}

const colours = (palette: ColourPalette) => ({
  colorPrimary: palette.accent,
  colorPrimaryHover: palette.accentHover,
  colorPrimaryTextHover: palette.accentHover,
  colorPrimaryActive: palette.accentActive,
  colorPrimaryTextActive: palette.accentActive,
  colorPrimaryBg: palette.accentSoft,
  colorPrimaryBgHover: palette.accentLine,
  colorPrimaryBorder: palette.accentLine,
  colorPrimaryBorderHover: palette.accent,
  colorLink: palette.accentInk,
  colorLinkHover: palette.accentHover,
  colorLinkActive: palette.accentActive,
  colorInfo: palette.accentInk,
  colorInfoBg: palette.accentSoft,
  colorInfoBorder: palette.accentLine,
  colorSuccess: palette.success,
  colorSuccessText: palette.success,
  colorSuccessBg: palette.successSoft,
  colorSuccessBorder: palette.successLine,
  colorWarning: palette.warning,
  colorWarningText: palette.warning,
  colorWarningBg: palette.warningSoft,
  colorWarningBorder: palette.warningLine,
  colorError: palette.danger,
  colorErrorText: palette.danger,
  colorErrorHover: increaseContrast(palette.danger, palette.surface, 0.15),
  colorErrorActive: increaseContrast(palette.danger, palette.surface, 0.3),
  colorErrorBg: palette.dangerSoft,
  colorErrorBorder: palette.dangerLine,
  colorText: palette.ink,
  colorTextSecondary: palette.ink2,
  colorTextTertiary: palette.ink3,
  colorTextDescription: palette.ink3,
  colorTextPlaceholder: palette.ink3,
  colorTextLightSolid: palette.onAccent,
  colorBorder: palette.border,
  colorBorderSecondary: palette.line,
  colorSplit: palette.line,
  colorBgLayout: palette.page,
  colorBgContainer: palette.surface,
  colorBgElevated: palette.raised,
  colorFillAlter: palette.sunken,
  colorFillTertiary: palette.hover,
  controlItemBgActive: palette.accentSoft,
  controlItemBgHover: palette.hover,
  controlOutline: palette.ring,
})
