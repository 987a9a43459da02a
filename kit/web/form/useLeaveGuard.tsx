import { Button, Modal } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { useT } from '../i18n.ts'

type Guard = {
  dirty: boolean
  /** Saves the form and returns whether saving succeeded. */
  save: () => Promise<boolean>
  /** True for a form in a dialog. The URL's query contains the open dialog, so Back would close the dialog. */
  dialog: boolean
  /** Called when the user discards the changes. */
  onDiscard?: () => void
}

/** Asks the user before unsaved changes are lost by following a link, closing the dialog or closing the tab. */
export function useLeaveGuard({ dirty, save, dialog, onDiscard }: Guard) {
  const [leaving, setLeaving] = useState<{ go: () => void; stay: () => void }>()
  // Uses a ref instead of a state, because the navigation after a choice or a save happens before the next render.
  const mayLeave = useRef(false)

  const ask = (go: () => void) => {
    if (!dirty) return go()
    setLeaving({ go, stay: () => {} })
  }
  const release = () => {
    mayLeave.current = true
  }

  const node: ReactNode = (
    <>
      {dirty && <NavigationGuard free={mayLeave} dialog={dialog} onBlocked={(go, stay) => setLeaving({ go, stay })} />}
      <LeaveDialog
        open={leaving !== undefined}
        onStay={() => {
          leaving?.stay()
          setLeaving(undefined)
        }}
        onDiscard={() => {
          release()
          onDiscard?.()
          setLeaving(undefined)
          leaving?.go()
        }}
        onSave={async () => {
          const go = leaving?.go
          const stay = leaving?.stay
          if (await save()) go?.()
          else stay?.()
          setLeaving(undefined)
        }}
      />
    </>
  )
  return { ask, release, asking: leaving !== undefined, node }
}

type GuardProps = { free: { current: boolean }; dialog: boolean; onBlocked: (go: () => void, stay: () => void) => void }

/** Mounted only while the form has unsaved changes, because the router supports only one blocker at a time. */
function NavigationGuard({ free: mayLeave, dialog, onBlocked }: GuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !mayLeave.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (dialog && currentLocation.search !== nextLocation.search)),
  )
  const blocked = useRef(onBlocked)
  useEffect(() => {
    blocked.current = onBlocked
  })
  useEffect(() => {
    if (blocker.state === 'blocked') blocked.current(blocker.proceed, blocker.reset)
  }, [blocker])
  useEffect(() => {
    mayLeave.current = false
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [mayLeave])
  return null
}

type LeaveProps = { open: boolean; onStay: () => void; onDiscard: () => void; onSave: () => Promise<void> }

function LeaveDialog({ open, onStay, onDiscard, onSave }: LeaveProps) {
  const t = useT()
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await onSave()
    setSaving(false)
  }
  return (
    <Modal
      open={open}
      title={t('kit:leave.title')}
      width={440}
      onCancel={onStay}
      zIndex={1100}
      footer={[
        <Button key="discard" danger onClick={onDiscard}>
          {t('kit:verbs.discard')}
        </Button>,
        <Button key="stay" onClick={onStay} autoFocus>
          {t('kit:leave.stay')}
        </Button>,
        <Button key="save" type="primary" loading={saving} onClick={save}>
          {t('kit:verbs.save')}
        </Button>,
      ]}
    >
      {t('kit:leave.question')}
    </Modal>
  )
}
