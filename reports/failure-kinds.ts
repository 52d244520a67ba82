// The kinds of failure: what is wrong, in one closed list, from the failure that explains most to the one that explains least.

export const failureKinds = {
  not_the_service: 'something before the service answered in its place',
  server_error: 'the answer is a 5xx',
  not_served: 'an operation whose path holds no id answers 404, 405 or 501',
  refused: 'a 4xx in place of a success',
  accepted: 'a success in place of a refusal',
  wrong_status: 'another success, or another refusal, than expected',
  unreadable_body: 'the body of an answer is missing, no JSON in UTF-8, or no object',
  nested_error: 'the body of an error is nested in a field',
  bad_signature: 'the signature of a delivery',
  missing_field: 'a field is not there',
  unexpected_field: 'a field is there that must not be',
  wrong_type: 'the value is of another JSON type',
  wrong_code: 'the code of an error',
  wrong_state: 'the status of an order',
  wrong_value: 'any other value of a field',
  missing_header: 'a header is not there',
  unexpected_header: 'a header is there that must not be',
  wrong_header: 'the value of a header',
  missing_event: 'an event is not raised',
  unexpected_event: 'an event is raised that must not be',
  missing_entry: 'a list lacks an entry, or a text a part',
  unexpected_entry: 'a list has an entry, or a text a part, that must not be there',
  wrong_order: 'the entries of a list are in another order',
  wrong_outcome: 'what follows from several answers',
} as const

export type FailureKind = keyof typeof failureKinds

/** `key` is what is at fault, the same in every exchange that shows it. */
export type Failure = { kind: FailureKind; key: string }
