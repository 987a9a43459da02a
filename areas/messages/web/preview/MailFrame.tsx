import { MonitorIcon, MoonIcon, SmartphoneIcon, SunIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { joinClassNames, Row } from '#kit/web/Layout.tsx'
import type { RenderedText } from '../../contract.ts'
import '../messages.css'

const DARK = /\(\s*prefers-color-scheme:\s*dark\s*\)/g

/**
 * The preview applies the message's rules for dark mode by the user's choice, and not by the browser's setting.
 * Messages without rules for dark mode are inverted, as mail programs do.
 */
const inScheme = (html: string, dark: boolean) => html.replace(DARK, () => (dark ? '(min-width: 0)' : '(max-width: 0)'))

type Props = {
  message: Pick<RenderedText, 'Subject' | 'Html' | 'Text' | 'Language'>
  /** Content beside the options for width and colours of the preview. */
  extra?: ReactNode
}

/** Shows a message as its recipient sees it: an e-mail in a sandboxed frame, an SMS as text. */
export function MessagePreviewFrame({ message: { Subject, Html, Text, Language }, extra }: Props) {
  const t = useT()
  const [narrow, setNarrow] = useState(false)
  const [dark, setDark] = useState(false)
  const isInverted = dark && Html !== null && Html.search(DARK) < 0
  if (Html === null)
    return (
      <div className="messages-sms" lang={Language} role="document" aria-label={t('messages:preview.sms')}>
        {Text}
      </div>
    )
  return (
    <>
      <Row justify="spread" className="carat-space-after">
        <Row>
          <Choice
            label={t('messages:preview.width')}
            options={[
              {
                on: !narrow,
                label: t('messages:preview.desktop'),
                icon: <MonitorIcon aria-hidden />,
                run: () => setNarrow(false),
              },
              {
                on: narrow,
                label: t('messages:preview.phone'),
                icon: <SmartphoneIcon aria-hidden />,
                run: () => setNarrow(true),
              },
            ]}
          />
          <Choice
            label={t('messages:preview.colours')}
            options={[
              {
                on: !dark,
                label: t('messages:preview.light'),
                icon: <SunIcon aria-hidden />,
                run: () => setDark(false),
              },
              { on: dark, label: t('messages:preview.dark'), icon: <MoonIcon aria-hidden />, run: () => setDark(true) },
            ]}
          />
        </Row>
        {extra}
      </Row>
      <div
        className={joinClassNames(
          'messages-mail',
          narrow && 'messages-mail-narrow',
          isInverted && 'messages-mail-turned',
        )}
      >
        <div className="messages-subject" lang={Language}>
          {Subject}
        </div>
        <iframe title={t('messages:preview.mail')} sandbox="" srcDoc={inScheme(Html, dark)} />
      </div>
    </>
  )
}

type ChoiceProps = {
  label: string
  options: readonly { on: boolean; label: string; icon: ReactNode; run: () => void }[]
}

const Choice = ({ label, options }: ChoiceProps) => (
  <fieldset className="carat-segments" aria-label={label}>
    {options.map(({ on, label: name, icon, run }) => (
      <button key={name} type="button" aria-pressed={on} onClick={run}>
        <Row gap="xs" tight>
          {icon}
          {name}
        </Row>
      </button>
    ))}
  </fieldset>
)
