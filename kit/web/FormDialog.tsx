import { Modal } from 'antd'
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { RecordFormProps } from './form/props.ts'
import { RecordForm } from './RecordForm.tsx'

type Props<E extends Endpoint> = Omit<RecordFormProps<E>, 'onCancel'> & {
  open: boolean
  title: string
  /** Called to close the dialog: after saving, after Cancel, or after the user discarded unsaved changes. */
  onClose: () => void
}

/** A form in a dialog. Focuses the first field, saves on Ctrl+Enter, and asks before input is discarded. */
export function FormDialog<E extends Endpoint>({ open, title, onClose, ...form }: Props<E>) {
  const box = useRef<HTMLDivElement>(null)
  const leave = useRef<() => void>(undefined)
  return (
    <Modal
      open={open}
      title={<KeepWhileClosing open={open}>{title}</KeepWhileClosing>}
      footer={null}
      width={form.columns === 2 ? 760 : 520}
      onCancel={() => (leave.current ?? onClose)()}
      mask={{ closable: false }}
      // Unmounts the form only after the closing animation, so that the fields do not jump.
      destroyOnHidden
      afterOpenChange={(opened) => opened && box.current && focusFirst(box.current)}
    >
      <KeepWhileClosing open={open}>
        <FirstFieldFocused box={box}>
          <RecordForm
            {...form}
            dialog
            leave={leave}
            onCancel={onClose}
            onDone={async (reply, input) => {
              onClose()
              await form.onDone?.(reply, input)
            }}
          />
        </FirstFieldFocused>
      </KeepWhileClosing>
    </Modal>
  )
}

/**
 * Focuses the first field before the opening animation ends, so that no typed key is lost.
 * The first field is focused again after the animation, because the dialog may have focused its close button.
 */
function FirstFieldFocused({ box, children }: { box: RefObject<HTMLDivElement | null>; children: ReactNode }) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => box.current && focusFirst(box.current))
    return () => cancelAnimationFrame(frame)
  }, [box])
  return <div ref={box}>{children}</div>
}

function focusFirst(box: HTMLElement) {
  // Does not move the focus from a field that the user focused before the animation ended.
  if (!box.contains(document.activeElement)) box.querySelector<HTMLElement>(focusable)?.focus()
}

const focusable =
  'input:not([disabled]):not([readonly]):not([type="hidden"]), textarea:not([disabled]):not([readonly]), [role="combobox"]:not([disabled])'

/** Shows the old content during the closing animation, because the page has already cleared its record. */
const KeepWhileClosing = memo(
  ({ children }: { open: boolean; children: ReactNode }) => children,
  (_, next) => !next.open,
)
