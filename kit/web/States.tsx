import { Button, Skeleton } from 'antd'
import { CloudOffIcon, FileQuestionMarkIcon, InboxIcon, LockIcon, RotateCwIcon, SearchXIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { CopyButton } from './CopyButton.tsx'
import { CallError, isMissing, saysNothing } from './call.ts'
import { formatInstant } from './format.ts'
import { errorText, useT } from './i18n.ts'
import './kit.css'
import { Row } from './Layout.tsx'
import { useRefusalAction } from './refusal-actions.ts'
import { service, useService } from './slots.ts'
import { Tile } from './Tile.tsx'
import type { TextKey } from './vocabulary.ts'

type EmptyProps = {
  title: string
  hint?: ReactNode /** What can be done about it, usually one button. */
  action?: ReactNode
  icon?: ReactNode
  /** Gold where something is still to come, grey where something is in the way. */
  tone?: 'gold' | 'grey'
  /** The page says nothing but this, so its title is the page's. */
  heading?: boolean
}

/** Nothing here, said kindly and with the next step. */
export function EmptyState({ title, hint, action, icon = <InboxIcon />, tone = 'gold', heading }: EmptyProps) {
  return (
    <div className="carat-state">
      <Tile tone={tone} size={56}>
        {icon}
      </Tile>
      {heading ? (
        <h1 tabIndex={-1} className="carat-state-title">
          {title}
        </h1>
      ) : (
        <div className="carat-state-title">{title}</div>
      )}
      {hint && <div className="carat-state-hint">{hint}</div>}
      {action && <div className="carat-state-action">{action}</div>}
    </div>
  )
}

/** The search found nothing: the way back is one press away. `action` is what else can be done, "Register 013-…". */
export function NoMatch({ onClear, hint, action }: { onClear: () => void; hint?: ReactNode; action?: ReactNode }) {
  const t = useT()
  return (
    <EmptyState
      tone="grey"
      icon={<SearchXIcon />}
      title={t('kit:state.noMatch')}
      hint={hint ?? t('kit:state.noMatchHint')}
      action={
        <Row justify="center">
          <Button onClick={onClear}>{t('kit:search.clear')}</Button>
          {action}
        </Row>
      }
    />
  )
}

/** What a role may not see is not an empty list: it says so, and who can help. */
export function ForbiddenState({
  title,
  hint,
  ...rest
}: Partial<Pick<EmptyProps, 'title' | 'hint' | 'action' | 'heading'>>) {
  const t = useT()
  return (
    <EmptyState
      tone="grey"
      icon={<LockIcon />}
      title={title ?? t('kit:state.forbidden')}
      hint={hint ?? t('kit:state.forbiddenHint')}
      {...rest}
    />
  )
}

/** Refused in the server's words, with what can be done about it where an area knows something. */
function RefusedState({ error }: { error: CallError }) {
  const { description } = errorText(error)
  const action = useRefusalAction(error)
  if (!action) return <ForbiddenState hint={description} />
  return <EmptyState tone="grey" icon={<SearchXIcon />} title={description} action={action} />
}

/** A hook: the list that the present page's record belongs to, if it has an address of its own. */
export const parentList = service<() => { path: string; title: TextKey } | undefined>('kit.parentList', {
  value: () => undefined,
})

type ErrorProps = {
  error: unknown
  /** Says what could not be done. */
  title?: string
  /** Stands for the server's words where it had none. */
  unsaid?: string | undefined
  onRetry?: () => void
}

/** What went wrong, in the server's words, with the number that support asks for. */
export function ErrorState({ error, title, unsaid, onRetry }: ErrorProps) {
  const t = useT()
  // When it went wrong, not when it is drawn again.
  const [at] = useState(() => new Date().toISOString())
  const list = useService(parentList)()
  const { title: own, description: words } = errorText(error)
  const description = unsaid && saysNothing(error) ? unsaid : words
  if (error instanceof CallError && error.statusCode === 403) return <RefusedState error={error} />
  const said = title ?? own ?? t('kit:state.failed')
  if (list && isMissing(error)) return <MissingState title={said} hint={description} list={list} />
  const requestId = error instanceof CallError ? error.requestId : undefined
  return (
    <div className="carat-failed" role="alert">
      <EmptyState
        tone="grey"
        icon={<CloudOffIcon />}
        title={said}
        hint={description}
        action={
          (onRetry || requestId) && (
            <Row justify="center">
              {onRetry && (
                <Button type="primary" icon={<RotateCwIcon aria-hidden />} onClick={onRetry}>
                  {t('kit:state.retry')}
                </Button>
              )}
              {requestId && <CopyButton value={requestId} name={t('kit:state.requestId')} shown />}
            </Row>
          )
        }
      />
      {requestId && (
        <p className="carat-failed-foot">
          {t('kit:state.requestId')} <code dir="ltr">{requestId}</code> · <time dateTime={at}>{formatInstant(at)}</time>
        </p>
      )}
    </div>
  )
}

/** A record that is not there, or not any more: the list that it would be in is the way on. */
function MissingState({ title, hint, list }: { title: string; hint: string; list: { path: string; title: TextKey } }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <div role="alert">
      <EmptyState
        tone="grey"
        icon={<FileQuestionMarkIcon />}
        title={title}
        hint={hint}
        action={
          <Button type="primary" onClick={() => void navigate(list.path)}>
            {t('kit:state.toList', { list: t(list.title) })}
          </Button>
        }
      />
    </div>
  )
}

/** A part of a page that is still on its way, in the shape of what will come. What comes at once shows none of it. */
export function LoadingState({ rows = 6 }: { rows?: number }) {
  const t = useT()
  return (
    <div className="carat-loading" aria-busy>
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
