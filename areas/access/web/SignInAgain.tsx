import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { errorText, useT } from '#kit/web/i18n.ts'
import { accessRefusals } from '../contract.ts'
import { basePath } from './base-path.ts'
import { SignInForm } from './SignInForm.tsx'
import { type PendingSignInQuestion, reloadToSignIn } from './signed-out.ts'

type Props = { username: string; question: PendingSignInQuestion }

/**
 * Shown over the page when the session ends while a user is working. After the sign-in the failed call is repeated.
 * Only the same user may continue on the page, because another user must not see its data.
 */
export function SignInAgainDialog({ username, question }: Props) {
  const t = useT()
  const client = useQueryClient()
  // The dialog does not show the generic reason "Sign in to continue", because it adds nothing.
  const why =
    question.error.code !== accessRefusals.required.code
      ? errorText(question.error).description
      : t('access:again.about')

  return (
    <Modal
      open
      title={t('access:again.title')}
      footer={
        <Button type="link" onClick={() => void reloadToSignIn()}>
          {t('access:again.leave')}
        </Button>
      }
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width={420}
    >
      <p>{why}</p>
      <SignInForm
        username={username}
        onSignedIn={({ user_info: user }) => {
          if (user.username !== username) return location.assign(`${basePath}/`)
          question.answer(true)
          void client.invalidateQueries()
        }}
      />
    </Modal>
  )
}
