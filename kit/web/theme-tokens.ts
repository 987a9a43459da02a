import { type ThemeConfig, theme } from 'antd'
import { DEFAULT_ACCENT, readable, stronger, textOn } from './theme-colours.ts'

// Every value was checked with axe on 35 components in light and dark; the library's own defaults miss 4.5:1 in
// several places (placeholder, tertiary text, warning).

type Choice = { dark: boolean; header: string; accent: string; still?: boolean }

export function themeOf({ dark, header, accent, still = false }: Choice): ThemeConfig {
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    // A fixed name, so that our own stylesheet may use the same variables.
    cssVar: { key: 'carat' },
    token: { ...shape, motion: !still, ...(dark ? darkTokens(accent) : lightTokens(accent)) },
    components: {
      Layout: {
        headerBg: header,
        headerColor: textOn(header),
        headerHeight: 56,
        headerPadding: '0 16px',
        siderBg: dark ? '#141414' : '#ffffff',
        bodyBg: dark ? '#0c0c0d' : '#f6f7f9',
        footerBg: 'transparent',
        footerPadding: '16px 24px',
        lightSiderBg: dark ? '#141414' : '#ffffff',
      },
      Menu: {
        itemBorderRadius: 6,
        itemHeight: 36,
        subMenuItemBg: 'transparent',
        activeBarBorderWidth: 0,
        ...(dark ? darkMenu : {}),
      },
      Breadcrumb: dark
        ? {
            linkColor: 'rgba(255, 255, 255, 0.65)',
            itemColor: 'rgba(255, 255, 255, 0.65)',
            separatorColor: 'rgba(255, 255, 255, 0.65)',
          }
        : { linkColor: 'rgba(0, 0, 0, 0.65)', itemColor: 'rgba(0, 0, 0, 0.65)', separatorColor: 'rgba(0, 0, 0, 0.65)' },
      ...(dark && {
        Tabs: { itemSelectedColor: '#91caff', itemActiveColor: '#91caff' },
        Button: { primaryColor: '#000000', dangerColor: '#000000' },
      }),
    },
  }
}

const shape = {
  borderRadius: 6,
  fontFamily:
    "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Noto Sans SC', 'Noto Sans JP', 'PingFang SC', 'Microsoft YaHei', 'Hiragino Sans', sans-serif",
  fontSize: 14,
  controlHeight: 34,
}

const darkMenu = {
  itemSelectedColor: '#91caff',
  subMenuItemSelectedColor: '#91caff',
  horizontalItemSelectedColor: '#91caff',
}

/** By night the library dims a colour by about a seventh, so it has to read on a page that much lighter. */
const DIMMED = '#333333'

/** The library's own colours under the mouse are paler by day and darker by night, and no longer read. */
const pressed = (primary: string, link: string, page: string) => ({
  colorPrimaryHover: stronger(primary, page, 0.15),
  colorPrimaryTextHover: stronger(primary, page, 0.15),
  colorPrimaryActive: stronger(primary, page, 0.3),
  colorPrimaryTextActive: stronger(primary, page, 0.3),
  colorLinkHover: stronger(link, page, 0.15),
  colorLinkActive: stronger(link, page, 0.3),
})

const lightTokens = (accent: string) => ({
  colorPrimary: readable(accent, '#ffffff'),
  colorLink: readable(accent, '#ffffff'),
  colorInfo: readable(accent, '#ffffff'),
  ...pressed(readable(accent, '#ffffff'), readable(accent, '#ffffff'), '#ffffff'),
  colorError: '#cf1322',
  colorErrorBg: '#fff1f0',
  colorErrorBorder: '#ffa39e',
  colorSuccess: '#237804',
  colorSuccessBg: '#f6ffed',
  colorSuccessBorder: '#b7eb8f',
  colorWarning: '#874d00',
  colorWarningBg: '#fffbe6',
  colorWarningBorder: '#ffe58f',
  colorTextTertiary: 'rgba(0, 0, 0, 0.65)',
  colorTextDescription: 'rgba(0, 0, 0, 0.65)',
  colorTextPlaceholder: '#6b6b6b',
})

const darkTokens = (accent: string) => {
  // The default accent has its own tested pair; another is lightened until it reads.
  const own = readable(accent, DIMMED)
  const primary = accent === DEFAULT_ACCENT ? '#3c89e8' : own
  const link = accent === DEFAULT_ACCENT ? '#69b1ff' : own
  return {
    colorPrimary: primary,
    // Written on its own dark background (a tag), so it is as light as a link.
    colorInfo: link,
    colorLink: link,
    ...pressed(primary, link, '#1f1f1f'),
    colorError: '#ff7875',
    colorErrorActive: '#ffa39e',
    colorSuccess: '#73d13d',
    colorWarning: '#ffc53d',
    colorTextTertiary: 'rgba(255, 255, 255, 0.65)',
    colorTextDescription: 'rgba(255, 255, 255, 0.65)',
    colorTextPlaceholder: '#a0a0a0',
  }
}
