import { Button, Tooltip } from 'antd'
import { CheckIcon, CopyIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from './i18n.ts'

const CONFIRMATION_MS = 2000

type Props = {
  value: string
  /** The name of the copied value, for pages with several copy buttons. */
  name?: string
  /** True if the label is visible beside the icon. */
  shown?: boolean
}

/** Copies a value, and confirms the copy on the screen and to screen readers. */
export function CopyButton({ value, name, shown = false }: Props) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const label = name ? t('kit:copy.what', { name }) : t('kit:copy.copy')
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  const icon = copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />
  if (shown)
    return (
      <>
        <Button icon={icon} onClick={copy}>
          {label}
        </Button>
        <span role="status" className="carat-unseen">
          {copied ? t('kit:copy.copied') : ''}
        </span>
      </>
    )
  return (
    <>
      <Tooltip title={copied ? t('kit:copy.copied') : label}>
        <Button type="text" size="small" aria-label={label} icon={icon} onClick={copy} />
      </Tooltip>
      <span role="status" className="carat-unseen">
        {copied ? t('kit:copy.copied') : ''}
      </span>
    </>
  )
}
