import { Button } from 'antd'
import { useState } from 'react'
import { useT } from './i18n.ts'
import { notify } from './notify.tsx'

/** A button in a notification that undoes the announced change. */
export function UndoButton({ run }: { run: () => Promise<unknown> }) {
  const t = useT()
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle')
  const undo = async () => {
    setState('running')
    try {
      await run()
      setState('done')
    } catch (error) {
      setState('idle')
      notify.error('kit:undo.failed', error)
    }
  }
  return (
    <Button size="small" onClick={undo} loading={state === 'running'} disabled={state === 'done'}>
      {state === 'done' ? t('kit:undo.done') : t('kit:undo.undo')}
    </Button>
  )
}
