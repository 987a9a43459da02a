import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../ConfirmAction.tsx'
import { useT } from '../i18n.ts'
import { useShortcut } from '../shortcuts.ts'

const REASON_MAX = 300

type Props = {
  approve: { run: () => void; pending: boolean; blocked?: boolean }
  /** `title` asks whether it is really meant; the reason is handed to `run`. */
  reject: { run: (reason: string) => Promise<unknown>; pending: boolean; title: string; body?: string | undefined }
}

/** Yes or no to what somebody else asked for: A approves, R rejects with a reason. Stays in reach below what is read. */
export function Decision({ approve, reject }: Props) {
  const t = useT()
  const [rejecting, setRejecting] = useState(false)
  const free = !approve.pending && !reject.pending && !rejecting
  useShortcut('a', 'kit:decide.approve', approve.run, { inDialog: true, enabled: free && !approve.blocked })
  useShortcut('r', 'kit:decide.reject', () => setRejecting(true), { inDialog: true, enabled: free })
  return (
    <>
      <div className="carat-decide">
        <Button
          type="primary"
          icon={<CheckOutlined aria-hidden />}
          disabled={approve.blocked === true}
          loading={approve.pending}
          onClick={approve.run}
          aria-keyshortcuts="A"
        >
          {t('kit:decide.approve')}
        </Button>
        <Button
          danger
          icon={<CloseOutlined aria-hidden />}
          loading={reject.pending}
          onClick={() => setRejecting(true)}
          aria-keyshortcuts="R"
        >
          {t('kit:decide.reject')}
        </Button>
      </div>
      <ConfirmDialog
        open={rejecting}
        question={{
          title: reject.title,
          body: reject.body,
          ok: t('kit:decide.reject'),
          danger: true,
          reason: { label: t('kit:decide.why'), maxLength: REASON_MAX, required: true },
        }}
        onClose={() => setRejecting(false)}
        run={reject.run}
      />
    </>
  )
}
