import { Button, Form } from 'antd'
import type { ReactNode } from 'react'
import type { Endpoint, Reply, SentByPage } from '#kit/contract/endpoint.ts'
import { ReasonedButton } from './ConfirmAction.tsx'
import { CallError } from './call.ts'
import { useOffline } from './connection.ts'
import { DraftOffer } from './form/DraftOffer.tsx'
import { same } from './form/dirty.ts'
import { FormFields, RequiredLegend } from './form/FormFields.tsx'
import { ConflictPanel, ErrorSummary, TroubleAlert } from './form/FormTrouble.tsx'
import type { FieldName, FormField, Values } from './form/fields.ts'
import { factsForEdit, factsOf } from './form/schema.ts'
import { type Inside, useRecordForm } from './form/useRecordForm.ts'
import { useT } from './i18n.ts'
import { ActionBar } from './Layout.tsx'
import './form/form.css'
import './kit.css'
import type { Area } from './labels.ts'
import type { Message } from './message.ts'
import type { Act } from './notify.tsx'
import type { TextKey } from './vocabulary.ts'

export type { FormField }

export type RecordFormProps<E extends Endpoint> = {
  area: Area
  /** The change that the form is filled for: its schema holds every rule, its path takes the result. */
  call: E
  fields: readonly FormField<NoInfer<E>>[]
  /** The record that is edited, or what a new one starts with. */
  initial?: Values | object | undefined
  /** Sent along without being shown. Version and whatever else the call demands are taken from `initial` by themselves. */
  fixed?: Partial<SentByPage<E>>
  /** The sentence of success, the headline over it that names the record, and the next act: as `useCall` takes them. */
  done?: Message<[reply: Reply<E>, input: SentByPage<E>]>
  headline?: Message<[reply: Reply<E>, input: SentByPage<E>]>
  act?: (reply: Reply<E>, input: SentByPage<E>) => Act | undefined
  /** The title of a refusal, which may say what it is about. */
  failed: Message<[error: Error]>
  /** The one field that a refusal is about: it is said there, and not over the form. */
  placeOf?: (refused: CallError) => FieldName<NoInfer<E>> | undefined
  /** What would be taken where this was refused: the same with these values, by a button in the refusal. */
  way?: (refused: CallError) => { label: string; with: Partial<SentByPage<NoInfer<E>>> } | undefined
  undo?: (reply: Reply<E>) => Promise<unknown>
  /** After it was saved: close, or go where the record is. */
  onDone?: (reply: Reply<E>, input: SentByPage<E>) => unknown
  /** Shows a Cancel button; asked about unsaved changes first. */
  onCancel?: () => void
  /** 'Save' if left out. */
  submit?: TextKey
  /** Two columns where there is room; one on a phone always. */
  columns?: 1 | 2
  /** Above and below the fields. */
  note?: ReactNode
  children?: ReactNode
  /**
   * The form's name, with its record's key: what is typed is kept in this tab until it is saved, and offered after a
   * reload. For long forms; never for what moves money or points.
   */
  draft?: string
  /** Called at every change, for previews beside the form. */
  onValues?: (values: Values) => void
}

/** A form made of the contract: labels, rules, limits and controls come from the call's schema. */
export function RecordForm<E extends Endpoint>(props: RecordFormProps<E> & Inside) {
  const { area, fields, failed, onCancel, dialog = false, columns = 1 } = props
  const t = useT()
  const offline = useOffline()
  const state = useRecordForm(props)
  const { form, values, baseline, save, saving, errors, trouble, conflict, labelOf } = state
  const differing = conflict
    ? state.names.filter((name) => name in conflict && !same(conflict[name], values[name]))
    : []

  const way = trouble?.error instanceof CallError ? props.way?.(trouble.error) : undefined
  const asked = state.names.some((name) => {
    const schema = state.shape[name]
    return schema && factsForEdit(factsOf(schema), state.given[name]).required
  })

  return (
    <>
      <Form
        form={form}
        name={state.formId}
        layout="vertical"
        initialValues={baseline}
        onValuesChange={(_, all) => state.change(all)}
        onSubmitCapture={(event) => {
          // One way to save for the button, Enter and the keys.
          event.preventDefault()
          event.stopPropagation()
          void save()
        }}
      >
        {state.draft.offered && (
          <DraftOffer at={state.draft.offered.at} onRestore={state.restore} onDrop={state.draft.drop} />
        )}
        {props.note && <div className="carat-space-after">{props.note}</div>}
        {trouble && (
          <TroubleAlert trouble={trouble} failed={failed} way={way && { ...way, go: () => state.take(way.with) }} />
        )}
        {errors.length > 3 && <ErrorSummary errors={errors} labelOf={labelOf} onGo={state.go} />}
        {conflict && (
          <ConflictPanel
            area={area}
            mine={values}
            theirs={conflict}
            names={differing}
            labelOf={labelOf}
            wordsOf={state.wordsOf}
            onSettle={state.take}
          />
        )}
        {asked && <RequiredLegend />}
        <FormFields
          area={area}
          fields={fields}
          shape={state.shape}
          values={values}
          given={state.given}
          disabled={saving}
          columns={columns}
        />
        {props.children}
        <ActionBar {...(dialog ? { justify: 'end' } : { className: 'carat-page-actions' })}>
          {onCancel && <Button onClick={state.close}>{t('kit:verbs.cancel')}</Button>}
          <ReasonedButton
            type="primary"
            htmlType={offline ? 'button' : 'submit'}
            reason={offline && t('kit:refusals.offline')}
            loading={saving}
            {...(!dialog && { style: { order: -1 } })}
          >
            {saving ? t('kit:form.saving') : t(props.submit ?? 'kit:verbs.save')}
          </ReasonedButton>
        </ActionBar>
      </Form>
      {state.guard.node}
    </>
  )
}
