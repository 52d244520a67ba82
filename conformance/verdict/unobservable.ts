// Rules that no look from outside can settle, each with the reason; they are not-applicable to a black-box run.

export const unobservable: Readonly<Record<string, string>> = {
  'delivery.company-is-told-of-a-dead-letter': 'the company is told on its own side, out of sight of the interface',
  'actions.hold-reason-shown-to-the-company': "the company's own screens are out of sight of the interface",
  'actions.hold-reason-shown-to-the-appraiser': "the appraiser's own screens are out of sight of the interface",
  'documents.upload-is-visible-to-the-company': "the company's own screens are out of sight of the interface",
  'documents.upload-is-visible-to-the-appraiser': "the appraiser's own screens are out of sight of the interface",
  'documents.purpose-defaults-to-other': 'no answer of the interface shows the purpose of an upload',
  'order.status-is-the-one-of-the-portal': "the company's portal is out of sight of the interface",
  'order.orders-are-billed-to-the-credentials-account': 'invoices are written outside the interface',
  'order.appraisal-fee-is-what-the-lender-is-charged': 'invoices are written outside the interface',
  'versioning.breaking-change-gets-a-new-path': 'it speaks of versions to come, and a run sees one moment',
  'versioning.v1-retires-after-twelve-months-of-notice': 'it speaks of notice over months, and a run sees one moment',
  'versioning.disagreement-is-corrected': 'it is a duty of the owner of the service, not of a server',
}
