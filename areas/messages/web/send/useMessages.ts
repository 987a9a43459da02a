import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { worthRetrying } from '#kit/web/useRead.ts'
import { findCustomerMessages } from '../../contract.ts'
import type { Asked } from './useSend.ts'

/** What customers would get, one message each; nothing is sent by it. */
export const useMessages = (asked: Asked | undefined) =>
  useQuery({
    queryKey: [findCustomerMessages.path, asked],
    queryFn: ({ signal }) => call(findCustomerMessages, { ...asked!, Option: 'View Only' }, { signal }),
    enabled: (asked?.CustomerId?.length ?? 0) > 0,
    placeholderData: keepPreviousData,
    retry: worthRetrying,
  })
