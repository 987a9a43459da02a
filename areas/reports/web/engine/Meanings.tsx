import { Button, Popover } from 'antd'
import { InfoIcon } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import type { ReportTermMeaning } from './page.ts'
import '../report.css'

/** Button that shows what the terms of a report mean. */
export function TermMeaningsButton({ words }: { words: readonly ReportTermMeaning[] }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  if (words.length === 0) return null
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      title={t('reports:meanings')}
      content={<TermMeaningsList words={words} />}
    >
      <Button
        type="text"
        size="small"
        className="carat-unprinted"
        aria-label={t('reports:meanings')}
        aria-expanded={open}
        icon={<InfoIcon aria-hidden />}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      />
    </Popover>
  )
}

export function TermMeaningsList({ words }: { words: readonly ReportTermMeaning[] }) {
  const t = useT()
  return (
    <dl className="report-meanings">
      {words.map((word) => (
        <div key={word}>
          <dt>{t(`reports:meaning.${word}.word`)}</dt>
          <dd>{t(`reports:meaning.${word}.means`)}</dd>
        </div>
      ))}
    </dl>
  )
}
