import { Button, Tooltip } from 'antd'
import { EyeIcon, EyeOffIcon } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { useT } from '#kit/web/i18n.ts'
import { notify } from '#kit/web/notify.tsx'
import '../customers.css'

const REASON_LENGTH_MAX = 200

type Props = {
  /** The label of the masked value, such as 'ID no'. */
  name: string
  masked: string
  /** Fetches the full value, and the server records the reason. Without this function the value stays masked. */
  reveal?: ((reason: string) => Promise<string>) | undefined
}

/** A masked value that can be revealed for a reason and hidden again. */
export function RevealableValue({ name, masked, reveal }: Props) {
  const t = useT()
  const [full, setFull] = useState<string>()
  const [asking, setAsking] = useState(false)
  const show = async (reason: string) => {
    try {
      setFull(await reveal?.(reason))
    } catch (error) {
      notify.error('customers:mask.failed', error)
    }
  }
  const label = full === undefined ? t('customers:mask.reveal', { name }) : t('customers:mask.hide', { name })
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
            icon={full === undefined ? <EyeIcon aria-hidden /> : <EyeOffIcon aria-hidden />}
            onClick={() => (full === undefined ? setAsking(true) : setFull(undefined))}
          />
        </Tooltip>
      )}
      {full !== undefined && <CopyButton value={full} name={name} />}
      <ConfirmDialog
        question={{
          title: t('customers:mask.reveal', { name }),
          body: t('customers:mask.about'),
          ok: t('kit:verbs.show'),
          reason: { label: t('kit:fields.Reason'), maxLength: REASON_LENGTH_MAX, required: true },
        }}
        open={asking}
        onClose={() => setAsking(false)}
        run={show}
      />
    </span>
  )
}
