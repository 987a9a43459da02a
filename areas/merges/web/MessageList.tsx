import { Alert } from 'antd'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { hasText } from '#kit/web/text-store.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { MergeMessage } from '../contract.ts'

type Props = { messages: readonly MergeMessage[]; type: 'error' | 'warning'; title: string }

/** Shows messages of the server in the user's language. */
export function MergeMessageList({ messages, type, title }: Props) {
  const t = useT()
  if (messages.length === 0) return null
  const textOf = ({ code, message, params }: MergeMessage) => {
    const key = `merges:refusals.${code.slice(code.indexOf('.') + 1)}`
    return hasText(key) ? t(key as TextKey, params as never) : message
  }
  return (
    <Alert
      type={type}
      showIcon
      role={type === 'error' ? 'alert' : 'status'}
      title={title}
      description={
        <Stack gap="none" as="ul">
          {messages.map((message) => (
            <li key={message.message}>{textOf(message)}</li>
          ))}
        </Stack>
      }
    />
  )
}
