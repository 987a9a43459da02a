import { discardDeviceData } from '#kit/public/draft.ts'
import { navigateTo } from '#kit/public/router.tsx'
import { useT } from '#kit/public/texts.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import { customerSignOut } from '../contract.ts'
import { sessionEndedPath } from '../paths.ts'

/** Button that ends the session and removes the session's data from the phone. */
export function EndSessionButton() {
  const t = useT()
  const ending = useRetriedChange(customerSignOut, { done: endSession })
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
          // The data is removed from the phone even if the network is unavailable.
          discardDeviceData()
          ending.send({})
        }}
      >
        {t('self-service:ended.finish')}
      </button>
    </>
  )
}

function endSession() {
  discardDeviceData()
  navigateTo(sessionEndedPath(), { replace: true })
}
