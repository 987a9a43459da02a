import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { shouldRetryRead } from '#kit/web/useRead.ts'
import { findCustomerMessages } from '../../contract.ts'
import type { CustomerMessagesInput } from './useSendMessages.ts'

/** Returns the rendered messages to customers, without sending them. */
export const useRenderedMessages = (input: CustomerMessagesInput | undefined) =>
  useQuery({
    queryKey: [findCustomerMessages.path, input],
    queryFn: ({ signal }) => call(findCustomerMessages, { ...input!, Option: 'View Only' }, { signal }),
    enabled: (input?.CustomerId?.length ?? 0) > 0,
    placeholderData: keepPreviousData,
    retry: shouldRetryRead,
  })
