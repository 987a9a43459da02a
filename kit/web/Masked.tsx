import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { useT } from './i18n.ts'
import { notify } from './notify.tsx'

type Props = {
  /** What it is: 'ID no'. */
  name: string
  masked: string
  /** Fetches the full value, which the server records; without it the value stays masked. */
  reveal?: (() => Promise<string>) | undefined
}

/** A value that is shown in full only on request, and hidden again at a press. */
export function Masked({ name, masked, reveal }: Props) {
  const t = useT()
  const [full, setFull] = useState<string>()
  const [loading, setLoading] = useState(false)
  const toggle = async () => {
    if (full !== undefined || !reveal) return setFull(undefined)
    setLoading(true)
    try {
      setFull(await reveal())
    } catch (error) {
      notify.error('kit:mask.failed', error)
    } finally {
      setLoading(false)
    }
  }
  const label = full === undefined ? t('kit:mask.reveal', { name }) : t('kit:mask.hide', { name })
  return (
    <span className="carat-masked">
      <span className="carat-figure" aria-live="polite">
        {full ?? masked}
      </span>
      {reveal && (
        <Tooltip title={label}>
          <Button
            type="text"
            size="small"
            aria-label={label}
            loading={loading}
            icon={full === undefined ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
            onClick={toggle}
          />
        </Tooltip>
      )}
      {full !== undefined && <CopyButton value={full} name={name} />}
    </span>
  )
}
