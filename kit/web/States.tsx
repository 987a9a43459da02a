import { Button, Skeleton } from 'antd'
import { CloudOffIcon, FileQuestionMarkIcon, InboxIcon, LockIcon, RotateCwIcon, SearchXIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { CopyButton } from './CopyButton.tsx'
import { CallError, isNotFoundError, isUnexplainedError } from './call.ts'
import { formatInstant } from './format.ts'
import { errorText, useT } from './i18n.ts'
import './kit.css'
import { Row } from './Layout.tsx'
import { useRefusalAction } from './refusal-actions.ts'
import { defineService, useService } from './slots.ts'
import { IconTile } from './Tile.tsx'
import type { TextKey } from './vocabulary.ts'

type EmptyProps = {
  title: string
  hint?: ReactNode
  /** The next step for the user, usually one button. */
  action?: ReactNode
  icon?: ReactNode
  /** The colour of an empty state: gold if content will come later, grey if an obstacle such as a missing right hides it. */
  tone?: 'gold' | 'grey'
  /** Renders the title of the empty state as the page's main heading, for a page without other content. */
  heading?: boolean
}

/** An empty state with a hint and the next step. */
export function EmptyState({ title, hint, action, icon = <InboxIcon />, tone = 'gold', heading }: EmptyProps) {
  return (
    <div className="carat-state">
      <IconTile tone={tone} size={56}>
        {icon}
      </IconTile>
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

/** Shows that a search has no matches, with a button that clears the search. `action` adds a button. */
export function NoMatchState({ onClear, hint, action }: { onClear: () => void; hint?: ReactNode; action?: ReactNode }) {
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

/** Replaces content that the user may not see, because the user lacks the role. */
export function ForbiddenState({
  title,
  hint,
  ...emptyProps
}: Partial<Pick<EmptyProps, 'title' | 'hint' | 'action' | 'heading'>>) {
  const t = useT()
  return (
    <EmptyState
      tone="grey"
      icon={<LockIcon />}
      title={title ?? t('kit:state.forbidden')}
      hint={hint ?? t('kit:state.forbiddenHint')}
      {...emptyProps}
    />
  )
}

/** Shows the server's message for a 403 error, with the action that an area offers for the error code. */
function RefusedState({ error }: { error: CallError }) {
  const { description } = errorText(error)
  const action = useRefusalAction(error)
  if (!action) return <ForbiddenState hint={description} />
  return <EmptyState tone="grey" icon={<SearchXIcon />} title={description} action={action} />
}

/** A hook that returns the list that contains the page's record, if that list has a path of its own. */
export const parentList = defineService<() => { path: string; title: TextKey } | undefined>('kit.parentList', {
  value: () => undefined,
})

type ErrorProps = {
  error: unknown
  /** The title of the error, which names the failed action. */
  title?: string
  /** The description of an error that the server did not explain. */
  unsaid?: string | undefined
  onRetry?: () => void
}

/** Shows an error with the server's message and the request id for support. */
export function ErrorState({ error, title, unsaid, onRetry }: ErrorProps) {
  const t = useT()
  // Stores the time of the error, because later renders must not change the displayed time.
  const [at] = useState(() => new Date().toISOString())
  const list = useService(parentList)()
  const { title: errorTitle, description: serverDescription } = errorText(error)
  const description = unsaid && isUnexplainedError(error) ? unsaid : serverDescription
  if (error instanceof CallError && error.statusCode === 403) return <RefusedState error={error} />
  const headline = title ?? errorTitle ?? t('kit:state.failed')
  if (list && isNotFoundError(error)) return <MissingState title={headline} hint={description} list={list} />
  const requestId = error instanceof CallError ? error.requestId : undefined
  return (
    <div className="carat-failed" role="alert">
      <EmptyState
        tone="grey"
        icon={<CloudOffIcon />}
        title={headline}
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

/** Shows that a record does not exist or no longer exists, with a link to its list. */
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

/** Shows a skeleton of content that is loading. CSS delays the skeleton, so that fast responses do not flicker. */
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
