"""Text that somebody might say to do harm, and how it is shown."""

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script> \u202eevil\u202c Z\u0351\u036b\u0343\u036a\u0302\u0307"
SHOWN = "<img src=x onerror=alert(1)><script>alert(2)</script> evil Z\u0351\u036b"
