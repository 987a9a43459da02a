import { forgetAll } from '#kit/public/draft.ts'
import { go } from '#kit/public/router.tsx'
import { useT } from '#kit/public/texts.ts'
import { useSend } from '#kit/public/useSend.ts'
import { customerSignOut } from '../contract.ts'
import { endedPath } from '../paths.ts'

/** Ends the session, and leaves nothing of it on the phone. */
export function FinishButton() {
  const t = useT()
  const ending = useSend(customerSignOut, { done: end })
  return (
    <>
      {ending.state === 'waiting' && (
        <p className="pub-note pub-note-warning" role="status">
          {t('self-service:ended.waiting')}
        </p>
      )}
      <button
        type="button"
        className="pub-button"
        disabled={ending.state !== 'idle'}
        onClick={() => {
          // Also without a network nothing stays to be seen here.
          forgetAll()
          ending.send({})
        }}
      >
        {t('self-service:ended.finish')}
      </button>
    </>
  )
}

function end() {
  forgetAll()
  go(endedPath(), { replace: true })
}
