import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import { type ReactNode, useMemo } from 'react'
import { useAppearance } from '#kit/web/theme.tsx'
import { useMedia } from '#kit/web/useMedia.ts'
import { buildTheme } from './theme-tokens.ts'

/** The locale data of antd and its calendar for one language. */
export type LibraryLanguage = { locale: Locale; calendar: string }

/** Sets our colours, text direction and language for antd, in every part of the application that uses antd. */
export function LibraryTheme({
  language,
  children,
}: {
  language: LibraryLanguage | undefined
  children: React.ReactNode
}) {
  const { appearance, dark } = useAppearance()
  const { direction, header, accent } = appearance
  // The stylesheet disables animations. antd must disable them too, because it would wait for their end.
  const reduceMotion = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(
    () => buildTheme({ dark, header, accent, still: reduceMotion }),
    [dark, header, accent, reduceMotion],
  )
  if (language) dayjs.locale(language.calendar)
  return (
    <ConfigProvider
      theme={theme}
      direction={direction}
      form={formConfig}
      button={buttonConfig}
      {...(language && { locale: language.locale })}
    >
      {children}
    </ConfigProvider>
  )
}

/** Prevents the space that antd inserts between the two Chinese characters of a button without icon. */
const buttonConfig = { autoInsertSpace: false }

/** Puts the mark of a required field after its label. The style of the mark is in form.css. */
const formConfig = {
  requiredMark: (label: ReactNode, { required }: { required: boolean }) =>
    required ? <span className="carat-required">{label}</span> : label,
}
