import { useMutation } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { formatInstant } from '#kit/web/format.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'
import { confirmIdentity, declineIdentity, getIdentityRequest } from '../../contract.ts'
import { SignInButton } from '../PlainButton.tsx'
import '../access.css'

/** The page that a link in an e-mail opens, on which an account's owner confirms or declines an identity. */
export function ConfirmLinkStep({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useT()
  const { data: request, error } = useRead(getIdentityRequest, { Token: token }, { retry: false, staleTime: Infinity })
  const confirm = useMutation({ mutationFn: () => call(confirmIdentity, { Token: token }) })
  const decline = useMutation({ mutationFn: () => call(declineIdentity, { Token: token }) })
  const failed = error ?? confirm.error ?? decline.error
  const isAnswered = confirm.isSuccess || decline.isSuccess
  const provider = request ? t(`access:providers.names.${request.Provider}`) : ''
  return (
    <>
      <title>{t('access:providers.requestTitle')}</title>
      <h1>{t('access:providers.requestTitle')}</h1>
      {failed ? (
        <p className="plain-notice" role="alert">
          {errorText(failed).description}
        </p>
      ) : isAnswered ? (
        <p className="plain-note" role="status">
          {confirm.isSuccess
            ? t('access:providers.requestConfirmed', { provider })
            : t('access:providers.requestDeclined')}
        </p>
      ) : request ? (
        <>
          <p>
            {t('access:providers.requestAbout', {
              name: request.RequestedBy,
              subject: request.Subject,
              provider,
              username: request.Username,
            })}
          </p>
          <p className="plain-note">{t('access:providers.requestUntil', { time: formatInstant(request.ExpiresAt) })}</p>
        </>
      ) : (
        <p className="plain-note" role="status" aria-busy>
          {t('access:providers.requestLoading')}
        </p>
      )}
      {request && !failed && !isAnswered ? (
        <>
          <SignInButton busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {t('access:providers.requestYes')}
          </SignInButton>
          <div className="plain-row">
            <SignInButton look="link" busy={decline.isPending} onClick={() => decline.mutate()}>
              {t('access:providers.requestNo')}
            </SignInButton>
          </div>
        </>
      ) : (
        (failed || isAnswered) && (
          <SignInButton autoFocus onClick={onDone}>
            {t('access:signIn.title')}
          </SignInButton>
        )
      )}
    </>
  )
}
