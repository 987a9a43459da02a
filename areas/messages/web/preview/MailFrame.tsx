import { MonitorIcon, MoonIcon, SmartphoneIcon, SunIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { classes, Row } from '#kit/web/Layout.tsx'
import type { Rendered } from '../../contract.ts'
import '../messages.css'

const DARK = /\(\s*prefers-color-scheme:\s*dark\s*\)/g

/**
 * The rules of a message for dark windows hold, or hold not, as was chosen here and not as the window around it is. A message
 * without such rules is turned over by mail programs, and so it is here.
 */
const inScheme = (html: string, dark: boolean) => html.replace(DARK, () => (dark ? '(min-width: 0)' : '(max-width: 0)'))

type Props = {
  message: Pick<Rendered, 'Subject' | 'Html' | 'Text' | 'Language'>
  /** Beside the choice of width and colours. */
  extra?: ReactNode
}

/** A message as its reader sees it: an e-mail in a frame in which nothing runs, an SMS as what it is. */
export function MailFrame({ message: { Subject, Html, Text, Language }, extra }: Props) {
  const t = useT()
  const [narrow, setNarrow] = useState(false)
  const [dark, setDark] = useState(false)
  const turned = dark && Html !== null && Html.search(DARK) < 0
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
      <div className={classes('messages-mail', narrow && 'messages-mail-narrow', turned && 'messages-mail-turned')}>
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
