import { Form, type FormInstance } from 'antd'
import {
  type RefObject,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react'
import type { Endpoint, WebRequestBody } from '#kit/contract/endpoint.ts'
import { useLabels } from '../labels.ts'
import { SessionContext } from '../session.ts'
import { useShortcut } from '../shortcuts.ts'
import { useCall } from '../useCall.ts'
import { areValuesEqual } from './dirty.ts'
import { deleteDraft, type FormDraft, readDraft, saveDraft } from './drafts.ts'
import { type FieldSchemas, type FormFieldValues, isHeading, toFieldSpec } from './fields.ts'
import { addFieldSchemas, flattenNestedEntries } from './nested.ts'
import type { RecordFormProps } from './props.ts'
import { fieldProperties, schemaShape } from './schema.ts'
import { useLeaveGuard } from './useLeaveGuard.tsx'
import { useSubmit } from './useSubmit.ts'

const WRONG = '[aria-invalid="true"]'
const MARK_FRAMES = 30
const FOCUSABLE = 'input:not([disabled]), textarea:not([disabled]), button:not([disabled]), [tabindex="0"]'

export type EmbeddingProps = { dialog?: boolean; leave?: RefObject<(() => void) | undefined> }

/** The state of a form: values, errors, saving, drafts and the leave guard. */
export function useRecordForm<E extends Endpoint>(props: RecordFormProps<E> & EmbeddingProps) {
  const { area, call, fixed, failed, done, headline, act, undo, onDone, onCancel, dialog = false, leave } = props
  const formState = useFormState(props)
  const { form, shape, names, record, values, keep, dirty } = formState
  const formId = useId()
  const focus = useFocus({ form, formId, first: dialog ? undefined : names[0] })
  const step = useSaveStep()
  const [errors, setErrors] = useState<readonly { name: string; message: string }[]>([])

  const draft = useDraft({ name: props.draft, shape, baseline: formState.baseline, values, version: record.Version })

  const saving = useCall(call, {
    failed,
    errorIn: 'form',
    ...(done && { done }),
    ...(headline && { headline }),
    ...(act && { act }),
    ...(undo && { undo }),
  })
  const hidden = { ...hiddenValues(shape, names, record), ...(fixed as FormFieldValues | undefined) }
  const { submit, formError, conflict, settle, pretendVersion } = useSubmit({
    form,
    call,
    shape,
    area,
    hidden,
    send: saving.mutateAsync,
    placeOf: props.placeOf,
    ...focus,
  })

  const save = async (): Promise<boolean> => {
    const validValues = await form.validateFields().catch((refused: unknown) => {
      const fieldErrors = toFieldErrors(refused)
      setErrors(fieldErrors)
      if (fieldErrors[0]) focus.go(fieldErrors[0].name)
    })
    if (!validValues) return false
    setErrors([])
    step.begin()
    const reply = await submit(validValues)
    if (reply === undefined) return step.fail()
    keep(validValues)
    draft.drop()
    guard.release()
    await step.leave(() => onDone?.(reply, { ...hidden, ...validValues } as WebRequestBody<E>))
    return true
  }
  const guard = useLeaveGuard({ dirty, save, dialog, onDiscard: draft.drop })
  const close = () => guard.ask(() => onCancel?.())
  useEffect(() => {
    if (leave) leave.current = close
  })
  useSaveKeys(save, { inDialog: dialog, enabled: !guard.asking && !step.isRunning })

  /** Saves the form with other values: those chosen in the conflict panel, or those offered with an error. */
  const take = (changedValues: FormFieldValues) => {
    form.setFieldsValue(changedValues)
    formState.change({ ...values, ...changedValues })
    settle()
    void save()
  }
  /** Restores the draft of the form. If the record has changed since, saving opens the conflict panel. */
  const restore = () => {
    if (!draft.offered) return
    form.setFieldsValue(draft.offered.values)
    formState.change({ ...values, ...draft.offered.values })
    if (draft.offered.version !== record.Version) pretendVersion(draft.offered.version)
    draft.settle()
  }
  return {
    ...formState,
    formId,
    draft,
    restore,
    errors,
    formError,
    conflict: conflict && flattenNestedEntries(conflict, names),
    take,
    go: focus.go,
    save,
    close,
    guard,
    saving: step.isRunning,
  }
}

function useSaveKeys(save: () => Promise<boolean>, options: { inDialog: boolean; enabled: boolean }) {
  useShortcut('mod+s', 'kit:shortcuts.save', () => void save(), { whileTyping: true, ...options })
  useShortcut('mod+enter', 'kit:shortcuts.submit', () => void save(), { whileTyping: true, ...options })
}

/** Observes a save until the next page is rendered, because the form stays disabled until then. */
function useSaveStep() {
  const [isRunning, setRunning] = useState(false)
  const [isLeaving, startLeaving] = useTransition()
  return {
    isRunning: isRunning || isLeaving,
    begin: () => setRunning(true),
    fail: () => {
      setRunning(false)
      return false
    },
    /** Ends the save and shows the router's next page in one transition, so that React renders both in one step. */
    leave: async (go: () => unknown): Promise<void> => {
      const leaving = Promise.resolve().then(async () => {
        await go()
      })
      startLeaving(() => leaving.catch(() => undefined))
      setRunning(false)
      await leaving
    },
  }
}

/** Focuses the first field on mount, and returns functions that focus other fields. */
function useFocus({
  form,
  formId,
  first,
}: {
  form: FormInstance<FormFieldValues>
  formId: string
  first: string | undefined
}) {
  useEffect(() => {
    if (first) form.focusField(first)
  }, [first, form])
  const go = (name: string) => {
    form.scrollToField(name, { focus: true, block: 'center' })
    // Focuses the first invalid input of a group, or else the group's first input, because a group cannot have the focus.
    const field = document.getElementById(`${formId}_${name}`)
    if (!field || field.contains(document.activeElement)) return
    ;(field.querySelector<HTMLElement>(WRONG) ?? field.querySelector<HTMLElement>(FOCUSABLE))?.focus()
  }
  /** Focuses a field after its error has been rendered, which is some frames after setFields. */
  const goOnceMarked = (name: string, frames = MARK_FRAMES) => {
    const field = document.getElementById(`${formId}_${name}`)
    if (frames === 0 || field?.matches(WRONG) || field?.querySelector(WRONG)) go(name)
    else requestAnimationFrame(() => goOnceMarked(name, frames - 1))
  }
  return { go, goOnceMarked }
}

/** The fields of the form with their saved and current values. */
function useFormState<E extends Endpoint>({ area, call, fields, initial = {}, onValues }: RecordFormProps<E>) {
  const labels = useLabels(area)
  const [form] = Form.useForm<FormFieldValues>()
  const specs = fields.filter((field) => !isHeading(field)).map((field) => toFieldSpec(field as never))
  const names = specs.map(({ name }) => name)
  const callShape = useMemo(() => schemaShape(call.body), [call])
  const shape = addFieldSchemas(callShape, specs)
  const record = flattenNestedEntries(initial as FormFieldValues, names)
  const [baseline, setBaseline] = useState<FormFieldValues>(() => initialValues(shape, names, record))
  const [changed, setChanged] = useState<FormFieldValues>({})
  // Custom fields also get their values from the record, although they are loaded after the form opened.
  const lateEntries = names.filter((name) => name.includes('.') && !(name in baseline))
  const lateValues = lateEntries.length > 0 ? initialValues(shape, lateEntries, record) : undefined
  if (lateValues) setBaseline({ ...baseline, ...lateValues })
  const entries = names.filter((name) => name.includes('.')).join()
  useLayoutEffect(() => {
    const missing = entries.split(',').filter((name) => name && form.getFieldValue(name) === undefined)
    if (missing.length > 0) form.setFieldsValue(Object.fromEntries(missing.map((name) => [name, baseline[name]])))
  }, [entries, form, baseline])
  const values = { ...baseline, ...changed }
  return {
    form,
    shape,
    names,
    record,
    baseline,
    values,
    dirty: !areValuesEqual(baseline, values),
    change: (all: FormFieldValues) => {
      setChanged(all)
      onValues?.(all)
    },
    /** Makes the saved values the base with which later changes are compared. */
    keep: (saved: FormFieldValues) => setBaseline({ ...baseline, ...saved }),
    wordsOf: (name: string, value: unknown) => specs.find((spec) => spec.name === name)?.words?.(value),
    labelOf: (name: string) =>
      specs.find((spec) => spec.name === name)?.title ??
      labels.field(name, specs.find((spec) => spec.name === name)?.label),
  }
}

/** Returns the initial values of the form: the value of the record, else the schema's default, or No for a switch. */
function initialValues(shape: FieldSchemas, names: readonly string[], record: FormFieldValues): FormFieldValues {
  return Object.fromEntries(
    names.map((name) => {
      const facts = shape[name] && fieldProperties(shape[name])
      const preset = facts?.preset ?? (facts?.kind === 'switch' ? (facts.options ? 'N' : false) : undefined)
      return [name, record[name] ?? preset]
    }),
  )
}

/** Returns values that the call requires and the form does not show, such as the record's key and version. */
function hiddenValues(shape: FieldSchemas, names: readonly string[], record: FormFieldValues): FormFieldValues {
  const present = Object.entries(shape).filter(([name]) => !names.includes(name) && record[name] !== undefined)
  const needed = present.filter(([name, schema]) => name === 'Version' || fieldProperties(schema).required)
  return Object.fromEntries(needed.map(([name]) => [name, record[name]]))
}

/** Returns the field errors from antd's failed validation. */
function toFieldErrors(refused: unknown): { name: string; message: string }[] {
  if (typeof refused !== 'object' || refused === null || !('errorFields' in refused)) throw refused
  const fields = refused.errorFields as { name: (string | number)[]; errors: string[] }[]
  return fields.map(({ name, errors }) => ({ name: String(name[0]), message: errors[0] ?? '' }))
}

const STORE_DELAY_MS = 400

type Options = {
  /** The name of the form's draft; without a name no draft is stored. */
  name: string | undefined
  shape: FieldSchemas
  baseline: FormFieldValues
  values: FormFieldValues
  version: unknown
}

/** Stores the unsaved input of each user and record until it is saved or discarded, and offers it at the next visit. */
function useDraft({ name, shape, baseline, values, version }: Options) {
  const userId = useContext(SessionContext)?.user.id
  const key = name && userId !== undefined ? `${userId}.${name}` : undefined
  const [offered, setOffered] = useState<FormDraft | undefined>(() => (key ? readDraft(key) : undefined))
  const isStored = useRef(false)
  const changedJson = key ? JSON.stringify(changedValues(shape, baseline, values)) : '{}'

  useEffect(() => {
    if (!key) return
    if (changedJson === '{}') {
      // Deletes the stored draft, because the user reverted all changes.
      if (isStored.current) deleteDraft(key)
      return
    }
    isStored.current = true
    const timer = setTimeout(
      () => saveDraft(key, { at: new Date().toISOString(), values: JSON.parse(changedJson), version }),
      STORE_DELAY_MS,
    )
    return () => clearTimeout(timer)
  }, [key, changedJson, version])

  return {
    offered,
    settle: () => setOffered(undefined),
    drop: () => {
      setOffered(undefined)
      if (key) deleteDraft(key)
    },
  }
}

/** Returns only the changed fields, so that a restored draft reverts no later changes. Never returns passwords. */
function changedValues(shape: FieldSchemas, baseline: FormFieldValues, values: FormFieldValues): FormFieldValues {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !areValuesEqual(baseline[name], value))
      .filter(([name]) => !shape[name] || fieldProperties(shape[name]).kind !== 'password')
      .map(([name, value]) => [name, value ?? null]),
  )
}
