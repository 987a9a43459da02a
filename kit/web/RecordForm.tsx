import { Alert, Button, Form } from 'antd'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { ReasonedButton } from './ConfirmAction.tsx'
import { CallError } from './call.ts'
import { useIsOffline } from './connection.ts'
import { areValuesEqual } from './form/dirty.ts'
import { ConflictPanel, ErrorSummary, FormErrorAlert } from './form/FormErrorAlert.tsx'
import { FormFields, RequiredLegend } from './form/FormFields.tsx'
import type { RecordFormProps } from './form/props.ts'
import { fieldProperties, fieldPropertiesForEdit } from './form/schema.ts'
import { type EmbeddingProps, useRecordForm } from './form/useRecordForm.ts'
import { formatInstant } from './format.ts'
import { useT } from './i18n.ts'
import { ActionBar, Row, Stack } from './Layout.tsx'
import './form/form.css'
import './kit.css'

/** A form generated from the contract: the call's schema gives the labels, rules, limits and controls. */
export function RecordForm<E extends Endpoint>(props: RecordFormProps<E> & EmbeddingProps) {
  const { area, fields, failed, onCancel, dialog = false, columns = 1 } = props
  const t = useT()
  const offline = useIsOffline()
  const state = useRecordForm(props)
  const { form, values, baseline, save, saving, errors, formError, conflict, labelOf } = state
  const differing = conflict
    ? state.names.filter((name) => name in conflict && !areValuesEqual(conflict[name], values[name]))
    : []

  const alternative = formError?.error instanceof CallError ? props.alternative?.(formError.error) : undefined
  const hasRequiredField = state.names.some((name) => {
    const schema = state.shape[name]
    return schema && fieldPropertiesForEdit(fieldProperties(schema), state.record[name]).required
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
          // Prevents the browser from submitting the form, because the button, Enter and the shortcuts all save through `save`.
          event.preventDefault()
          event.stopPropagation()
          void save()
        }}
      >
        {state.draft.offered && (
          <DraftOffer at={state.draft.offered.at} onRestore={state.restore} onDrop={state.draft.drop} />
        )}
        {props.note && <div className="carat-space-after">{props.note}</div>}
        {formError && (
          <FormErrorAlert
            formError={formError}
            failed={failed}
            alternative={alternative && { ...alternative, go: () => state.take(alternative.with) }}
          />
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
        {hasRequiredField && <RequiredLegend />}
        <FormFields
          area={area}
          fields={fields}
          shape={state.shape}
          values={values}
          record={state.record}
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

/** Offers to restore a draft. The form opens without the draft until the user restores it. */
function DraftOffer({ at, onRestore, onDrop }: { at: string; onRestore: () => void; onDrop: () => void }) {
  const t = useT()
  return (
    <Alert
      style={{ marginBlockEnd: 16 }}
      type="info"
      showIcon
      role="status"
      title={t('kit:draft.question')}
      description={
        <Stack start gap="s">
          {t('kit:draft.found', { time: formatInstant(at) })}
          <Row>
            <Button size="small" type="primary" onClick={onRestore}>
              {t('kit:draft.restore')}
            </Button>
            <Button size="small" onClick={onDrop}>
              {t('kit:verbs.discard')}
            </Button>
          </Row>
        </Stack>
      }
    />
  )
}
