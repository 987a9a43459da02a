import './passcode.css'
import { Alert, Button } from 'antd'
import { DownloadIcon, PrinterIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Reply } from '#kit/contract/endpoint.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { translatorForLanguage, useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import type { addPasscode } from '../contract.ts'
import { useQrPicture } from './qr.ts'

type CreatedPasscodeReply = Reply<typeof addPasscode>

/** A new passcode with QR code, code and remaining time, which cannot be displayed again. */
export function CreatedPasscodeView({ passcode }: { passcode: CreatedPasscodeReply }) {
  const t = useT()
  const labels = useLabels('self-service')
  const { Passcode, Link, ExpiresAt, Purpose, CustomerName } = passcode
  const picture = useQrPicture(Link)
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!printing) return
    const printed = () => setPrinting(false)
    window.addEventListener('afterprint', printed)
    window.print()
    return () => window.removeEventListener('afterprint', printed)
  }, [printing])
  return (
    <Card title={CustomerName ? formatPersonName(CustomerName) : labels.value('Purpose', Purpose)}>
      <Stack gap="m" className="created-passcode">
        {picture && <img className="passcode-qr" src={picture} alt={t('self-service:createdPasscode.qr')} />}
        <span className="passcode-code" dir="ltr">
          {Passcode}
        </span>
        <TimeLeft until={ExpiresAt} />
        <Alert type="info" showIcon title={t('self-service:createdPasscode.onlyNow')} />
        <Row justify="center">
          <CopyButton value={Link} name={t('self-service:createdPasscode.link')} shown />
          <CopyButton value={Passcode} name={labels.field('Passcode')} shown />
        </Row>
        <Row justify="center">
          <Button icon={<DownloadIcon aria-hidden />} disabled={!picture} href={picture} download={`${Passcode}.png`}>
            {t('self-service:createdPasscode.download')}
          </Button>
          <Button icon={<PrinterIcon aria-hidden />} disabled={!picture} onClick={() => setPrinting(true)}>
            {t('self-service:createdPasscode.print')}
          </Button>
        </Row>
      </Stack>
      {printing && picture && createPortal(<Poster passcode={passcode} picture={picture} />, document.body)}
    </Card>
  )
}

const SECOND = 1000

function TimeLeft({ until }: { until: string }) {
  const t = useT()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / SECOND))
  if (seconds === 0) return <Muted>{t('self-service:createdPasscode.over')}</Muted>
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60)
    return (
      <Muted>
        {t('self-service:createdPasscode.until')} <ShortInstant value={until} />
      </Muted>
    )
  return (
    <Muted>
      {t('self-service:createdPasscode.left')}{' '}
      <span className="carat-figure" role="timer">
        {`${minutes}:${String(seconds % 60).padStart(2, '0')}`}
      </span>
    </Muted>
  )
}

/** Prints a passcode as a poster in A6 format for a wall or counter. */
function Poster({
  passcode: { Passcode, Name, Language },
  picture,
}: {
  passcode: CreatedPasscodeReply
  picture: string
}) {
  const posterText = translatorForLanguage(Language)
  return (
    <div className="passcode-poster" lang={Language}>
      <h1>{posterText('self-service:poster.title')}</h1>
      <img src={picture} alt="" />
      <p>{posterText('self-service:poster.scan')}</p>
      <p className="passcode-code" dir="ltr">
        {Passcode}
      </p>
      {Name && <small>{Name}</small>}
    </div>
  )
}
