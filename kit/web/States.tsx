import { Alert, Button, Skeleton } from 'antd'
import { CircleAlertIcon, InboxIcon, LockIcon, SearchIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { CallError } from './call.ts'
import { errorText, useT } from './i18n.ts'
import { Stack } from './Layout.tsx'
import './kit.css'
import { useWayOut } from './provided.ts'

type EmptyProps = {
  title: string
  hint?: ReactNode /** What can be done about it, usually one button. */
  action?: ReactNode
  icon?: ReactNode
}

/** Nothing here, said kindly and with the next step. */
export function EmptyState({ title, hint, action, icon = <InboxIcon /> }: EmptyProps) {
  return (
    <div className="carat-state">
      <div className="carat-state-icon" aria-hidden>
        {icon}
      </div>
      <div className="carat-state-title">{title}</div>
      {hint && <div className="carat-state-hint">{hint}</div>}
      {action && <div style={{ marginBlockStart: 10 }}>{action}</div>}
    </div>
  )
}

/** The search found nothing: the way back is one press away. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useT()
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={t('kit:state.noMatch')}
      hint={t('kit:state.noMatchHint')}
      action={<Button onClick={onClear}>{t('kit:search.clear')}</Button>}
    />
  )
}

/** What a role may not see is not an empty list: it says so, and who can help. */
export function ForbiddenState({ hint }: { hint?: ReactNode }) {
  const t = useT()
  return <EmptyState icon={<LockIcon />} title={t('kit:state.forbidden')} hint={hint ?? t('kit:state.forbiddenHint')} />
}

/** Refused in the server's words, with what can be done about it where an area knows something. */
function RefusedState({ error }: { error: CallError }) {
  const { description } = errorText(error)
  const wayOut = useWayOut(error)
  if (!wayOut) return <ForbiddenState hint={description} />
  return <EmptyState icon={<SearchIcon />} title={description} action={wayOut} />
}

type ErrorProps = { error: unknown /** Says what could not be done. */; title?: string; onRetry?: () => void }

/** What went wrong, in the server's words, with the number that support asks for. */
export function ErrorState({ error, title, onRetry }: ErrorProps) {
  const t = useT()
  const requestId = error instanceof CallError ? error.requestId : undefined
  const { title: own, description } = errorText(error)
  if (error instanceof CallError && error.statusCode === 403) return <RefusedState error={error} />
  return (
    <div style={{ padding: 16 }}>
      <Alert
        type="error"
        showIcon
        icon={<CircleAlertIcon />}
        role="alert"
        title={title ?? own ?? t('kit:state.failed')}
        description={
          <Stack start gap="s">
            <span>{description}</span>
            {requestId && (
              <span>
                {t('kit:state.requestId')} <code>{requestId}</code>{' '}
                <CopyButton value={requestId} name={t('kit:state.requestId')} />
              </span>
            )}
            {onRetry && (
              <Button size="small" onClick={onRetry}>
                {t('kit:state.retry')}
              </Button>
            )}
          </Stack>
        }
      />
    </div>
  )
}

/** A part of a page that is still on its way, in the shape of what will come. */
export function LoadingState({ rows = 6 }: { rows?: number }) {
  const t = useT()
  return (
    <div style={{ padding: 16 }} aria-busy>
      <span className="carat-unseen" role="status">
        {t('kit:state.loading')}
      </span>
      <Skeleton
        active
        title={false}
        paragraph={{ rows, width: Array.from({ length: rows }, (_, row) => `${[92, 74, 83][row % 3]}%`) }}
      />
    </div>
  )
}
