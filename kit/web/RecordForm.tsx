import { Button, Flex, Form, Typography } from 'antd'
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useState } from 'react'
import type { Endpoint, Reply, Sent } from '#kit/contract/endpoint.ts'
import { same } from './form/dirty.ts'
import { FieldItem } from './form/FieldItem.tsx'
import { type FormField, isHeading, specOf, type Values } from './form/fields.ts'
import { ConflictPanel, ErrorSummary, TroubleAlert } from './form/FormTrouble.tsx'
import { factsOf, shapeOf } from './form/schema.ts'
import { useLeaveGuard } from './form/useLeaveGuard.tsx'
import { useSubmit } from './form/useSubmit.ts'
import { useT } from './i18n.ts'
import './kit.css'
import { type Area, useLabels } from './labels.ts'
import type { Said } from './said.ts'
import { useShortcut } from './shortcuts.ts'
import { useCall } from './useCall.ts'
import type { TextKey } from './vocabulary.ts'

export type RecordFormProps<E extends Endpoint> = {
  area: Area
  /** The change that the form is filled for: its schema holds every rule, its path takes the result. */
  call: E
  fields: readonly FormField<NoInfer<E>>[]
  /** The record that is edited, or what a new one starts with. */
  initial?: Values | object | undefined
  /** Sent along without being shown. Version and whatever else the call demands are taken from `initial` by themselves. */
  fixed?: Partial<Sent<E>>
  done?: Said<[reply: Reply<E>, input: Sent<E>]>
  failed: TextKey
  refetch?: readonly Endpoint[]
  undo?: (reply: Reply<E>) => Promise<unknown>
  /** After it was saved: close, or go where the record is. */
  onDone?: (reply: Reply<E>, input: Sent<E>) => unknown
  /** Shows a Cancel button; asked about unsaved changes first. */
  onCancel?: () => void
  /** 'Save' if left out. */
  submit?: TextKey
  /** Two columns where there is room; one on a phone always. */
  columns?: 1 | 2
  /** Above and below the fields. */
  note?: ReactNode
  children?: ReactNode
  /** Told at every change, for previews beside the form. */
  onValues?: (values: Values) => void
}

type Inside = { dialog?: boolean; leave?: RefObject<(() => void) | undefined> }

/** A form made of the contract: labels, rules, limits and controls come from the call's schema. */
export function RecordForm<E extends Endpoint>(props: RecordFormProps<E> & Inside) {
  const {
    area,
    call,
    fields,
    initial = {},
    fixed,
    done,
    failed,
    refetch,
    undo,
    onDone,
    onCancel,
    onValues,
    dialog = false,
    leave,
  } = props
  const t = useT()
  const labels = useLabels(area)
  const [form] = Form.useForm<Values>()
  const formId = useId()

  const shape = useMemo(() => shapeOf(call.body), [call])
  const specs = useMemo(
    () => fields.filter((field) => !isHeading(field)).map((field) => specOf(field as never)),
    [fields],
  )
  const given = initial as Values
  const [baseline, setBaseline] = useState<Values>(() =>
    startOf(
      shape,
      specs.map(({ name }) => name),
      given,
    ),
  )
  const [values, setValues] = useState(baseline)
  const [errors, setErrors] = useState<{ name: string; message: string }[]>([])
  const dirty = !same(baseline, { ...baseline, ...values })

  const saving = useCall(call, { done, failed, refetch, undo, errorIn: 'form' } as never as Parameters<
    typeof useCall<E>
  >[1])
  const hidden = {
    ...unshown(
      shape,
      specs.map(({ name }) => name),
      given,
    ),
    ...(fixed as Values | undefined),
  }
  const { submit, trouble, conflict, settle } = useSubmit({ form, call, shape, area, hidden, send: saving.mutateAsync })

  const labelOf = (name: string) => labels.field(name, specs.find((spec) => spec.name === name)?.label)
  const go = (name: string) => form.scrollToField(name, { focus: true, block: 'center' })

  const send = async (filled: Values) => {
    setErrors([])
    const reply = await submit(filled)
    if (reply === undefined) return false
    setBaseline({ ...baseline, ...filled })
    guard.release()
    await onDone?.(reply, { ...hidden, ...filled } as Sent<E>)
    return true
  }
  const save = async () => {
    try {
      return await send(await form.validateFields())
    } catch (refused) {
      const found = errorsOf(refused)
      setErrors(found)
      const first = found[0]
      if (first) go(first.name)
      return false
    }
  }

  const guard = useLeaveGuard({ dirty, save })
  const close = () => guard.ask(() => onCancel?.())
  useEffect(() => {
    if (leave) leave.current = close
  })
  const keys = { whileTyping: true, inDialog: dialog, enabled: !guard.asking && !saving.isPending }
  useShortcut('mod+s', 'kit:shortcuts.save', () => void save(), keys)
  useShortcut('mod+enter', 'kit:shortcuts.submit', () => void save(), keys)

  const differing = conflict
    ? specs.map(({ name }) => name).filter((name) => name in conflict && !same(conflict[name], values[name]))
    : []

  return (
    <>
      <Form
        form={form}
        id={formId}
        name={formId}
        layout="vertical"
        initialValues={baseline}
        onValuesChange={(_, all) => {
          setValues(all)
          onValues?.(all)
        }}
        onFinish={() => {}}
        onSubmitCapture={(event) => {
          // One way to save for the button, Enter and the keys.
          event.preventDefault()
          event.stopPropagation()
          void save()
        }}
      >
        {props.note}
        {trouble && <TroubleAlert trouble={trouble} failed={failed} />}
        {errors.length > 3 && <ErrorSummary errors={errors} area={area} labelOf={labelOf} onGo={go} />}
        {conflict && (
          <ConflictPanel
            area={area}
            mine={values}
            theirs={conflict}
            names={differing}
            labelOf={labelOf}
            onSettle={(taken) => {
              form.setFieldsValue(taken)
              setValues({ ...values, ...taken })
              settle()
              void save()
            }}
          />
        )}
        <Typography.Paragraph type="secondary" className="carat-form-legend">
          <span className="carat-star" aria-hidden>
            *
          </span>{' '}
          {t('kit:form.required')}
        </Typography.Paragraph>
        <div className={`carat-fields${props.columns === 2 ? ' carat-fields-two' : ''}`}>
          {fields.map((field) => {
            if (isHeading(field)) {
              return (
                <div key={field.section} className="carat-form-heading">
                  <Typography.Title level={3}>{t(field.section)}</Typography.Title>
                  {field.hint && <Typography.Paragraph type="secondary">{t(field.hint)}</Typography.Paragraph>}
                </div>
              )
            }
            const spec = specOf(field as never)
            const schema = shape[spec.name]
            if (!schema || (spec.show && !spec.show({ ...baseline, ...values }))) return null
            return <FieldItem key={spec.name} spec={spec} schema={schema} area={area} disabled={saving.isPending} />
          })}
        </div>
        {props.children}
        <Flex
          gap={8}
          justify={dialog ? 'end' : 'start'}
          className={dialog ? 'carat-dialog-actions' : 'carat-page-actions'}
        >
          {onCancel && <Button onClick={close}>{t('kit:form.cancel')}</Button>}
          <Button
            type="primary"
            htmlType="submit"
            loading={saving.isPending}
            style={dialog ? undefined : { order: -1 }}
          >
            {saving.isPending ? t('kit:form.saving') : t(props.submit ?? 'kit:form.save')}
          </Button>
        </Flex>
      </Form>
      {guard.node}
    </>
  )
}

/** What the form starts with: the record's value, else the schema's preset, else No for a switch. */
function startOf(shape: ReturnType<typeof shapeOf>, names: readonly string[], given: Values): Values {
  return Object.fromEntries(
    names.map((name) => {
      const facts = shape[name] && factsOf(shape[name])
      const preset = facts?.preset ?? (facts?.kind === 'switch' ? (facts.options ? 'N' : false) : undefined)
      return [name, given[name] ?? preset]
    }),
  )
}

/** What the call demands and the form does not show, taken from the record: its key and the version it was read at. */
function unshown(shape: ReturnType<typeof shapeOf>, names: readonly string[], given: Values): Values {
  const wanted = Object.keys(shape).filter((name) => !names.includes(name) && given[name] !== undefined)
  return Object.fromEntries(
    wanted.filter((name) => name === 'Version' || factsOf(shape[name]!).required).map((name) => [name, given[name]]),
  )
}

function errorsOf(refused: unknown) {
  if (typeof refused !== 'object' || refused === null || !('errorFields' in refused)) throw refused
  const fields = refused.errorFields as { name: (string | number)[]; errors: string[] }[]
  return fields.map(({ name, errors }) => ({ name: String(name[0]), message: errors[0] ?? '' }))
}
