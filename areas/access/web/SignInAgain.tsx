import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { errorText, useT } from '#kit/web/i18n.ts'
import { refusals } from '../contract.ts'
import { basePath } from './base-path.ts'
import { SignInForm } from './SignInForm.tsx'
import { leave, type SignInQuestion } from './signed-out.ts'

type Props = { username: string; question: SignInQuestion }

/**
 * The session ended while somebody was typing: they sign in again over their page, and the call that was refused is
 * made once more. Only the same user goes on; another one must not find this page.
 */
export function SignInAgain({ username, question }: Props) {
  const t = useT()
  const client = useQueryClient()
  // "Sign in to continue" says less than this dialog's own words; anything else (signed out elsewhere) is worth reading.
  const why =
    question.error.code !== refusals.required.code ? errorText(question.error).description : t('access:again.about')

  return (
    <Modal
      open
      title={t('access:again.title')}
      footer={
        <Button type="link" onClick={() => void leave()}>
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
