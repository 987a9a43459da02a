import { Alert, Button, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import { CallError } from '../call.ts'
import { listSeparator } from '../format.ts'
import { errorText, useT } from '../i18n.ts'
import { Stack } from '../Layout.tsx'
import { type TextNamespace, useLabels } from '../labels.ts'
import { resolveTextSource, type TextSource } from '../message.ts'
import type { FormFieldValues } from './fields.ts'
import type { FormError } from './useSubmit.ts'

type FormErrorProps = {
  formError: FormError
  failed: TextSource<[error: Error]>
  /** A button that submits other values, which the server would accept. */
  alternative?: { label: string; go: () => void } | undefined
}

/** An error about the whole form, shown above the fields until the next submit and announced at once. */
export function FormErrorAlert({ formError, failed, alternative }: FormErrorProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const { error, details } = formError
  useEffect(() => {
    if (formError) box.current?.scrollIntoView({ block: 'nearest' })
  }, [formError])
  return (
    <div ref={box} style={{ marginBlockEnd: 16 }}>
      <Alert
        type="error"
        showIcon
        role="alert"
        title={resolveTextSource(failed, error)}
        description={
          <>
            {details.length > 0 ? details.map((line) => <div key={line}>{line}</div>) : errorText(error).description}
            {alternative && (
              <div style={{ marginBlockStart: 8 }}>
                {/* The label names the affected record, so it may wrap on a phone. */}
                <Button
                  style={{ height: 'auto', whiteSpace: 'normal', textAlign: 'start', maxWidth: '100%' }}
                  onClick={alternative.go}
                >
                  {alternative.label}
                </Button>
              </div>
            )}
            {error instanceof CallError && error.requestId && (
              <div style={{ marginBlockStart: 4 }}>
                {t('kit:state.requestId')} <code>{error.requestId}</code> <CopyButton value={error.requestId} />
              </div>
            )}
          </>
        }
      />
    </div>
  )
}

type SummaryProps = {
  errors: readonly { name: string; message: string }[]
  labelOf: (name: string) => string
  onGo: (name: string) => void
}

/** Lists the errors above the form, each with a link to its field. */
export function ErrorSummary({ errors, labelOf, onGo }: SummaryProps) {
  const t = useT()
  return (
    <Alert
      style={{ marginBlockEnd: 16 }}
      type="error"
      role="alert"
      title={t('kit:form.errors', { count: errors.length })}
      description={
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {errors.map(({ name, message }) => (
            <li key={name}>
              <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => onGo(name)}>
                {labelOf(name)}
              </Button>
              : {message}
            </li>
          ))}
        </ul>
      }
    />
  )
}

type ConflictProps = {
  area: TextNamespace
  mine: FormFieldValues
  theirs: FormFieldValues
  names: readonly string[]
  labelOf: (name: string) => string
  wordsOf: (name: string, value: unknown) => string | undefined
  onSettle: (choices: FormFieldValues) => void
}

/** Shows that another user saved first, and lets the user choose a value for each conflicting field. */
export function ConflictPanel({ area, mine, theirs, names, labelOf, wordsOf, onSettle }: ConflictProps) {
  const t = useT()
  const labels = useLabels(area)
  const [choices, setChoices] = useState<Record<string, 'mine' | 'theirs'>>({})
  const displayed = (name: string, value: unknown) =>
    value === null || value === undefined || value === ''
      ? t('kit:form.nothing')
      : (wordsOf(name, value) ?? labels.value(name, Array.isArray(value) ? value.join(listSeparator()) : String(value)))
  const settle = () =>
    onSettle(Object.fromEntries(names.filter((name) => choices[name] === 'theirs').map((name) => [name, theirs[name]])))
  return (
    <Alert
      style={{ marginBlockEnd: 16 }}
      type="warning"
      showIcon
      role="alert"
      title={t('kit:conflict.title')}
      description={
        <Stack gap="m">
          {names.length === 0 ? t('kit:conflict.same') : t('kit:conflict.question')}
          {names.map((name) => (
            <fieldset key={name} className="carat-conflict">
              <legend className="carat-conflict-name">{labelOf(name)}</legend>
              <Radio.Group
                vertical
                value={choices[name] ?? 'mine'}
                onChange={({ target }) => setChoices({ ...choices, [name]: target.value })}
                options={[
                  { value: 'mine', label: t('kit:conflict.mine', { value: displayed(name, mine[name]) }) },
                  { value: 'theirs', label: t('kit:conflict.theirs', { value: displayed(name, theirs[name]) }) },
                ]}
              />
            </fieldset>
          ))}
          <div>
            <Button type="primary" onClick={settle}>
              {t('kit:conflict.settle')}
            </Button>
          </div>
        </Stack>
      }
    />
  )
}
