"""The server of ``bitgames serve``: rooms for people with browsers, behind one guarded socket.

It needs ``pip install 'bitgames[web]'``.
"""
