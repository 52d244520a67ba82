// Where a defect hides that a plain first call does not show, for those that do not say it themselves.

/** By hiding place: ids of defects. */
const hidden: Record<string, string> = {
  'only one member of the enumeration': `mortgage-modification-unknown home-and-business-combined-unknown vacant-unknown
    email-unknown other-unknown appointment-unknown status-unknown email-at-work-refused on-hold-not-found
    any-parties-additional-contacts-purpose-taken`,
  'only one report format': `report-format-3-6-unknown no-report-pdf-on-uad-2-6 no-report-pdf-on-uad-3-6
    no-report-data-on-uad-2-6 no-report-data-on-uad-3-6 xml-as-text-xml zip-as-octet-stream`,
  'only one certification of the product': `usda-case-number-not-asked fha-case-number-not-asked
    optional-case-number-demanded optional-case-number-refused`,
  'only one kind of document': `report-pdf-uploaded report-data-uploaded invoice-uploaded
    compliance-certificate-uploaded borrower-certificate-uploaded ssr-uploaded review-report-uploaded invoice-not-listed
    compliance-certificate-not-listed borrower-certificate-not-listed review-report-not-listed`,
  'only one type of file': `pdf-refused jpeg-refused png-refused tiff-refused zip-refused xml-refused text-refused
    excel-refused carriage-returns-lost`,
  'only one type of event': `feed-without-documents webhook-star-without-fees`,
  'only from the second of several on': `add-ons-filtered-by-the-first first-attachment-alone later-document-raised-once
    status-filter-takes-one`,
  'only in one status': `cancelled-order-amended order-list-without-held-orders`,
  'only after the delivery': `nothing-after-delivery later-document-not-raised`,
  'only on a revised report': `completed-not-raised-again completed-never-revised`,
  'only after a change': `status-leaves-updated-at date-leaves-updated-at fee-leaves-updated-at document-leaves-updated-at
    message-leaves-updated-at amendment-leaves-updated-at changed-at-is-created-at created-at-follows-updates
    accepted-due-date-not-shown quote-stays-hidden first-quote-not-raised order-item-with-stale-update`,
  'only on a second note': `note-added-to-the-first note-replaced notes-cleared-by-an-empty-list`,
  'only after a refusal': `refused-amendment-half-done occupancy-checked-too-late due-date-checked-too-late
    loan-type-applies-checked-too-late loan-purpose-allowed-checked-too-late purchase-price-checked-too-late
    postal-code-checked-too-late product-active-checked-too-late unknown-product-checked-too-late card-billed-order-kept
    refused-upload-listed`,
  'only at one attempt': `attempt-3-at-another-time attempt-4-at-another-time attempt-5-at-another-time
    attempt-6-at-another-time attempt-7-at-another-time attempt-8-at-another-time attempt-9-at-another-time eight-attempts
    retries-without-end dead-letter-stays-failed feed-without-dead-letters`,
  'only on a retry': `attempt-2-at-another-time signature-time-of-the-event redelivery-with-a-new-time
    redelivery-with-a-new-id feed-times-of-the-attempt one-attempt-only`,
  'only after a rotation': `retries-with-the-former-secret specimen-signed-with-the-first-secret webhook-secret-set-once
    second-credential-replaces-the-first`,
  'only after a revocation': `revoked-client-gets-tokens revoked-tokens-live-on revoked-client-gets-token-expired
    revocation-takes-the-whole-lender revoked-client-is-unauthorized-client client-revoked-is-403`,
  'only with a receiver that fails in one way': `answer-401-taken-as-final redirect-taken-as-success redirects-followed
    receiver-gets-five-seconds receiver-gets-seven-seconds receiver-gets-thirty-seconds refused-connection-gives-up only-200-is-success`,
  'only on a page boundary': `pages-overlap feed-cursor-inclusive feed-cursor-skips-one feed-cursor-after-the-first
    feed-cursor-lost feed-cursor-never-ends feed-type-filter-after-paging total-pages-rounded-down past-the-end-is-null
    past-the-end-is-404 past-the-end-is-bare per-page-from-2 per-page-up-to-99 feed-page-up-to-50 feed-page-without-limit
    per-page-without-bound`,
  'only among items of one age': `documents-of-one-second-unsorted revision-requests-of-one-second-unsorted
    orders-of-one-second-unsorted`,
  'only at the bound': `updated-since-exclusive upload-of-26-mb-taken upload-of-20-mb-at-most
    webhook-secret-of-more-than-32`,
  'only when time has passed': `token-lives-half-an-hour token-never-expires expired-token-is-invalid token-expired-is-419
    link-lasts-four-minutes link-lasts-an-hour expired-link-works feed-forgets-after-a-week key-forgotten-within-the-day
    key-never-forgotten`,
  'only on the second use': `link-works-once new-token-ends-the-old-one one-order-number-for-all not-found-has-two-codes
    upload-limit-for-all webhook-events-added-up webhook-events-reset-when-omitted webhook-enabled-reset-when-omitted
    webhook-secret-cleared-when-omitted webhook-first-write-wins webhook-disabling-clears-events
    connection-stays-logged-in lender-id-per-call company-id-per-call renumbered-products renumbered-loan-types
    renumbered-add-ons`,
  'only on a replay': `replay-makes-a-second-order body-is-not-compared idempotency-key-reused-is-422`,
  'only near or over the rate': `rate-refused-early rate-limited-is-403 over-the-rate-is-served
    over-the-rate-by-another-name no-retry-after retry-after-is-a-date`,
  'only for one role': `foreign-order-is-403 orders-of-everyone order-list-cached-for-everyone
    second-credential-lists-nothing key-shared-by-all appraiser-not-allowed-is-accepted appraiser-not-allowed-is-validation-failed
    switched-off-amendment-taken switched-off-amendment-not-billable card-billed-account-orders
    card-billed-refused-as-not-permitted withheld-product-sold withheld-products-listed hidden-document-shown
    foreign-resource-by-another-name action-not-permitted-for-client-is-401 account-not-billable-is-402
    recipient-not-allowed-is-403 address-of-one-company rate-counted-for-all-clients
    assigned-not-raised-when-not-shared assigned-names-nobody created-not-raised-for-the-portal
    message-of-the-appraiser-not-raised on-hold-not-raised-for-the-company due-date-not-raised`,
  'only across environments': `production-grants-no-tokens sandbox-credential-works-in-production
    production-credential-works-in-the-sandbox sandbox-token-works-in-production production-token-works-in-the-sandbox
    test-not-in-production sandbox-has-no-feed sandbox-has-a-smaller-rate`,
}

export const depths: ReadonlyMap<string, string> = new Map(
  Object.entries(hidden).flatMap(([place, ids]) => ids.split(/\s+/).map((id) => [id, place] as const)),
)
