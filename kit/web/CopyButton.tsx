import { Button, Tooltip } from 'antd'
import { CheckIcon, CopyIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from './i18n.ts'

const VISIBLE_MS = 2000

/** Copies a value; says so to the eye and to the ear. `name` says what is copied when the page has several. */
export function CopyButton({ value, name }: { value: string; name?: string }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const label = name ? t('kit:copy.what', { name }) : t('kit:copy.copy')
  return (
    <>
      <Tooltip title={copied ? t('kit:copy.copied') : label}>
        <Button
          type="text"
          size="small"
          aria-label={label}
          icon={copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
          onClick={async () => {
            await navigator.clipboard.writeText(value)
            setCopied(true)
          }}
        />
      </Tooltip>
      <span role="status" className="carat-unseen">
        {copied ? t('kit:copy.copied') : ''}
      </span>
    </>
  )
}
