import { Button, Modal } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { useT } from '../i18n.ts'

type Guard = {
  dirty: boolean
  /** Tries to save; answers whether it worked. */
  save: () => Promise<boolean>
  /** A dialog may stand in the address, so that Back would close it; a form on the page stays while lists are paged. */
  dialog: boolean
  /** The person gave up what was typed. */
  onDiscard?: () => void
}

/** Unsaved changes are never lost without a question: not by a link, a closed dialog, a closed tab. */
export function useLeaveGuard({ dirty, save, dialog, onDiscard }: Guard) {
  const [leaving, setLeaving] = useState<{ go: () => void; stay: () => void }>()
  // Set when the person (or a successful save) has decided; navigation happens before the next drawing.
  const free = useRef(false)

  const ask = (go: () => void) => {
    if (!dirty) return go()
    setLeaving({ go, stay: () => {} })
  }
  const release = () => {
    free.current = true
  }

  const node: ReactNode = (
    <>
      {dirty && <NavigationGuard free={free} dialog={dialog} onBlocked={(go, stay) => setLeaving({ go, stay })} />}
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

/** Stands only while there is something to lose, because the router knows one guard at a time. */
function NavigationGuard({ free, dialog, onBlocked }: GuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !free.current &&
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
    free.current = false
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [free])
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
