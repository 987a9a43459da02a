import { Form, type FormInstance } from 'antd'
import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useState, useTransition } from 'react'
import type { Endpoint, SentByPage } from '#kit/contract/endpoint.ts'
import { useLabels } from '../labels.ts'
import { useShortcut } from '../shortcuts.ts'
import { useCall } from '../useCall.ts'
import { areValuesEqual } from './dirty.ts'
import { isHeading, toFieldSpec, type Values } from './fields.ts'
import { shapeWith, withEntries } from './nested.ts'
import type { RecordFormProps } from './props.ts'
import { schemaShape } from './schema.ts'
import { useDraft } from './useDraft.ts'
import { useLeaveGuard } from './useLeaveGuard.tsx'
import { useSubmit } from './useSubmit.ts'
import { hiddenValues, initialValues, toFieldErrors } from './values.ts'

const WRONG = '[aria-invalid="true"]'
const MARK_FRAMES = 30
const FOCUSABLE = 'input:not([disabled]), textarea:not([disabled]), button:not([disabled]), [tabindex="0"]'

export type EmbeddingProps = { dialog?: boolean; leave?: RefObject<(() => void) | undefined> }

/** The state of a form: values, errors, saving, drafts and the leave guard. */
export function useRecordForm<E extends Endpoint>(props: RecordFormProps<E> & EmbeddingProps) {
  const { area, call, fixed, failed, done, headline, act, undo, onDone, onCancel, dialog = false, leave } = props
  const formState = useFormState(props)
  const { form, shape, names, given, values, keep, dirty } = formState
  const formId = useId()
  const focus = useFocus({ form, formId, first: dialog ? undefined : names[0] })
  const step = useSaveStep()
  const [errors, setErrors] = useState<readonly { name: string; message: string }[]>([])

  const draft = useDraft({ name: props.draft, shape, baseline: formState.baseline, values, version: given.Version })

  const saving = useCall(call, {
    failed,
    errorIn: 'form',
    ...(done && { done }),
    ...(headline && { headline }),
    ...(act && { act }),
    ...(undo && { undo }),
  })
  const hidden = { ...hiddenValues(shape, names, given), ...(fixed as Values | undefined) }
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
    await step.leave(() => onDone?.(reply, { ...hidden, ...validValues } as SentByPage<E>))
    return true
  }
  const guard = useLeaveGuard({ dirty, save, dialog, onDiscard: draft.drop })
  const close = () => guard.ask(() => onCancel?.())
  useEffect(() => {
    if (leave) leave.current = close
  })
  useSaveKeys(save, { inDialog: dialog, enabled: !guard.asking && !step.isRunning })

  /** Takes over these values and saves: after a conflict, or with the values the server would accept. */
  const take = (changedValues: Values) => {
    form.setFieldsValue(changedValues)
    formState.change({ ...values, ...changedValues })
    settle()
    void save()
  }
  /** Restores the draft. If the record has changed meanwhile, saving leads to the conflict panel. */
  const restore = () => {
    if (!draft.offered) return
    form.setFieldsValue(draft.offered.values)
    formState.change({ ...values, ...draft.offered.values })
    if (draft.offered.version !== given.Version) pretendVersion(draft.offered.version)
    draft.settle()
  }
  return {
    ...formState,
    formId,
    draft,
    restore,
    errors,
    formError,
    conflict: conflict && withEntries(conflict, names),
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

/** Tracks a save until the page that follows is rendered: until then the form is disabled. */
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
    /** React renders all transitions of one action together: the router's next page and the end of this save. */
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

/** Focuses the first field on mount; returns functions that focus others. */
function useFocus({ form, formId, first }: { form: FormInstance<Values>; formId: string; first: string | undefined }) {
  useEffect(() => {
    if (first) form.focusField(first)
  }, [first, form])
  const go = (name: string) => {
    form.scrollToField(name, { focus: true, block: 'center' })
    // A group of inputs cannot be focused itself: focuses its first invalid input, else its first one.
    const field = document.getElementById(`${formId}_${name}`)
    if (!field || field.contains(document.activeElement)) return
    ;(field.querySelector<HTMLElement>(WRONG) ?? field.querySelector<HTMLElement>(FOCUSABLE))?.focus()
  }
  /** Focuses a field once its error is rendered, which takes some frames after setFields. */
  const goOnceMarked = (name: string, frames = MARK_FRAMES) => {
    const field = document.getElementById(`${formId}_${name}`)
    if (frames === 0 || field?.matches(WRONG) || field?.querySelector(WRONG)) go(name)
    else requestAnimationFrame(() => goOnceMarked(name, frames - 1))
  }
  return { go, goOnceMarked }
}

/** The form's fields, their baseline and their current values. */
function useFormState<E extends Endpoint>({ area, call, fields, initial = {}, onValues }: RecordFormProps<E>) {
  const labels = useLabels(area)
  const [form] = Form.useForm<Values>()
  const specs = fields.filter((field) => !isHeading(field)).map((field) => toFieldSpec(field as never))
  const names = specs.map(({ name }) => name)
  const callShape = useMemo(() => schemaShape(call.body), [call])
  const shape = shapeWith(callShape, specs)
  const given = withEntries(initial as Values, names)
  const [baseline, setBaseline] = useState<Values>(() => initialValues(shape, names, given))
  const [changed, setChanged] = useState<Values>({})
  // Custom fields are loaded after the form opens: initializes them from the record, as the others were.
  const lateEntries = names.filter((name) => name.includes('.') && !(name in baseline))
  const lateValues = lateEntries.length > 0 ? initialValues(shape, lateEntries, given) : undefined
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
    given,
    baseline,
    values,
    dirty: !areValuesEqual(baseline, values),
    change: (all: Values) => {
      setChanged(all)
      onValues?.(all)
    },
    /** Makes the saved values the baseline for later changes. */
    keep: (saved: Values) => setBaseline({ ...baseline, ...saved }),
    wordsOf: (name: string, value: unknown) => specs.find((spec) => spec.name === name)?.words?.(value),
    labelOf: (name: string) =>
      specs.find((spec) => spec.name === name)?.title ??
      labels.field(name, specs.find((spec) => spec.name === name)?.label),
  }
}
