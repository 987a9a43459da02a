import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import { type ReactNode, useMemo } from 'react'
import { useAppearance } from '#kit/web/theme.tsx'
import { useMedia } from '#kit/web/useMedia.ts'
import { themeOf } from './theme-tokens.ts'

/** What the library and its calendar need to speak a language. */
export type LibraryLanguage = { locale: Locale; calendar: string }

/** The library in our colours, direction and language; around every part of the application that uses it. */
export function LibraryTheme({
  language,
  children,
}: {
  language: LibraryLanguage | undefined
  children: React.ReactNode
}) {
  const { appearance, dark } = useAppearance()
  const { direction, header, accent } = appearance
  // The stylesheet takes the movements away; the library must know, or it would wait for their end.
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => themeOf({ dark, header, accent, still }), [dark, header, accent, still])
  if (language) dayjs.locale(language.calendar)
  return (
    <ConfigProvider theme={theme} direction={direction} form={form} {...(language && { locale: language.locale })}>
      {children}
    </ConfigProvider>
  )
}

/** A required field is marked behind its name, in every form alike; the style is the form's. */
const form = {
  requiredMark: (label: ReactNode, { required }: { required: boolean }) =>
    required ? <span className="carat-required">{label}</span> : label,
}
