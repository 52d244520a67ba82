// The least that a budget of requests may be: the preflight alone takes some.
export const fewestRequests = 20
